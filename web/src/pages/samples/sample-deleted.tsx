import type { DeletedSample } from '@lims/contract/deletions.ts'
import { Link } from '@tanstack/react-router'
import { Alert, Button, Space } from 'antd'
import { describeDeletion } from '../../entities/deletion/deletion-api.ts'
import { useUndoDeletion } from '../../entities/deletion/use-undo-deletion.tsx'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { PageHeader } from '../../ui/page-header.tsx'

/** Shown instead of a deleted sample: who deleted it, when, and Undo. */
export function SampleDeleted({
  deletion,
  onRestored,
}: {
  deletion: DeletedSample
  onRestored: () => unknown
}) {
  const undo = useUndoDeletion(onRestored)
  const denied = useDeniedProps('restore')
  const isOfBatch = deletion.deletedWith === 'batch'
  return (
    <>
      <PageHeader title={deletion.name} trail={[{ label: 'Samples', href: '/samples' }]} />
      <Alert
        type="warning"
        showIcon
        title={`${deletion.name} has been deleted`}
        description={
          <Space orientation="vertical">
            <span>
              {describeDeletion(deletion)}
              {isOfBatch && ' Undo brings back the batch with all its samples.'}
            </span>
            <Space>
              <Button
                type="primary"
                {...denied}
                loading={undo.isPending}
                onClick={() => undo.mutate({ deletionId: deletion.deletionId, name: deletion.name })}
              >
                Undo
              </Button>
              <Link to="/samples">Back to the samples</Link>
            </Space>
          </Space>
        }
      />
    </>
  )
}
