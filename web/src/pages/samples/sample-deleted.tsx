import type { DeletedSample } from '@lims/contract/deletions.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import { Link } from '@tanstack/react-router'
import { Alert, Button, Space } from 'antd'
import { describeDeletion, restoredSamples } from '../../entities/deletion/deletion-api.ts'
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
  const { deletionId, name, deletedWith, numSamples = 1 } = deletion
  const isOfBatch = deletedWith === 'batch'
  const restored = isOfBatch ? { name } : restoredSamples({ name, numSamples })
  return (
    <>
      <PageHeader title={name} trail={[{ label: 'Samples', href: '/samples' }]} />
      <Alert
        type="warning"
        showIcon
        title={`${name} has been deleted`}
        description={
          <Space orientation="vertical">
            <span>
              {describeDeletion(deletion)}
              {isOfBatch && ' Undo brings back the batch with all its samples.'}
              {!isOfBatch &&
                numSamples > 1 &&
                ` ${formatNumber(numSamples)} samples were deleted together. Undo brings back all of them.`}
            </span>
            <Space>
              <Button
                type="primary"
                {...denied}
                loading={undo.isPending}
                onClick={() => undo.mutate({ deletionId, ...restored })}
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
