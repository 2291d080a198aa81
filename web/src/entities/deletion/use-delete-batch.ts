import { batchesApi } from '@lims/contract/batches.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { call } from '../../api/call.ts'
import { useDelete } from './use-delete.ts'

type DeletedBatch = {
  id: string
  name: string
  /** As the person saw it: if the batch has another number by now, it is not deleted. */
  numSamples?: number | null | undefined
  reason?: string | undefined
}

/** Deletes a batch with its samples. */
export const useDeleteBatch = ({ leave }: { leave?: (() => unknown) | undefined } = {}) =>
  useDelete({
    deleteRecord: ({ id, numSamples, reason }: DeletedBatch, options) =>
      call(
        batchesApi.delete,
        { query: { id }, body: { expectedNumSamples: numSamples ?? undefined, reason } },
        options,
      ),
    nameOf: ({ name }) => name,
    titleOf: ({ name }, { numSamples }) => `${name} deleted with ${formatCount(numSamples, 'sample')}`,
    leave,
    errorTitle: 'Error deleting item',
  })
