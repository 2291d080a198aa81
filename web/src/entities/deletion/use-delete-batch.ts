import { batchesApi } from '@lims/contract/batches.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { call } from '../../api/call.ts'
import { useDelete, withReason } from './use-delete.ts'

type Options = {
  leave?: (() => unknown) | undefined
  /** `samples` is '1 sample' or '1,234 samples'. */
  titleOf?: (name: string, samples: string) => string
  errorTitle?: string
}

/** Deletes a batch with its samples. */
export const useDeleteBatch = ({
  leave,
  titleOf = (name, samples) => `${name} deleted with ${samples}`,
  errorTitle = 'Error deleting item',
}: Options = {}) =>
  useDelete({
    deleteRecord: ({ id, reason }: { id: string; name: string; reason?: string | undefined }) =>
      call(batchesApi.delete, { query: { id }, ...withReason(reason) }),
    nameOf: ({ name }) => name,
    titleOf: ({ name }, { numSamples }) => titleOf(name, formatCount(numSamples, 'sample')),
    leave,
    errorTitle,
  })
