import type { DeletedSample } from '@lims/contract/deletions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Button, Space } from 'antd'
import { batchKeys } from '../../entities/batch/batch-api.ts'
import { deletionInWords } from '../../entities/deletion/deletion-api.ts'
import { useUndoDeletion } from '../../entities/deletion/use-undo-deletion.tsx'
import { sampleKeys } from '../../entities/sample/sample-api.ts'
import { PageHeader } from '../../ui/page-header.tsx'

/** In place of a sample that has been deleted: who deleted it, when, and the way back. */
export function SampleDeleted({ deletion, onBack }: { deletion: DeletedSample; onBack: () => unknown }) {
  const queryClient = useQueryClient()
  const undo = useUndoDeletion(async () => {
    await onBack()
    void queryClient.invalidateQueries({ queryKey: batchKeys.all })
    return queryClient.invalidateQueries({ queryKey: sampleKeys.all })
  })
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
              {deletionInWords(deletion)}
              {isOfBatch && ' Undo brings back the batch with all its samples.'}
            </span>
            <Space>
              <Button
                type="primary"
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
