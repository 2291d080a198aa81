import { formatCount } from '@lims/contract/format-count.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { call } from '../../api/call.ts'
import { useDelete } from '../../entities/deletion/use-delete.ts'
import { shortenNames } from '../../entities/sample/sample-text.ts'
import { useRolesOn } from '../../entities/session/use-may.ts'
import { draftIdOf } from '../../forms/draft-storage.ts'
import { useConfirmWithReason } from '../../forms/use-confirm-with-reason.tsx'

type Named = { id: string; name: string }
type Chosen = { samples: readonly Named[]; reason: string | undefined }

/** Returns a function that asks for confirmation and deletes samples, all or none, with one undo. */
export function useDeleteChosen(onDeleted: () => void) {
  const confirm = useConfirmWithReason({ isReasonRequired: useRolesOn() })
  const remove = useDelete({
    deleteRecord: ({ samples, reason }: Chosen, options) => {
      const body = { sampleIds: samples.map(({ id }) => id), ...(reason !== undefined && { reason }) }
      return call(sampleBulkApi.delete, { body }, options)
    },
    isPlural: ({ samples }) => samples.length !== 1,
    nameOf: ({ samples }) => formatCount(samples.length, 'sample'),
    titleOf: ({ samples }) => `${formatCount(samples.length, 'sample')} deleted`,
    leave: onDeleted,
    errorTitle: 'The samples could not be deleted',
  })

  return (samples: readonly Named[]) =>
    confirm({
      title: `Are you sure you want to delete ${samples.length === 1 ? 'this sample' : `these ${formatCount(samples.length, 'sample')}`}?`,
      content: shortenNames(samples.map(({ name }) => name)),
      okText: `Delete ${formatCount(samples.length, 'sample')}`,
      draftId: draftIdOf(samples.map(({ id }) => id)),
      // Stays open with a spinner until all are deleted; the query client shows a failure.
      onOk: (reason) =>
        remove.mutateAsync({ samples, reason }).then(
          () => undefined,
          () => undefined,
        ),
    })
}
