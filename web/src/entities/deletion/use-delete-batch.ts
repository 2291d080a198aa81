import { batchesApi } from '@lims/contract/batches.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { call } from '../../api/call.ts'
import { reasonBody, useDelete } from './use-delete.ts'

/** Deletes a batch with its samples. */
export const useDeleteBatch = ({ leave }: { leave?: (() => unknown) | undefined } = {}) =>
  useDelete({
    deleteRecord: ({ id, reason }: { id: string; name: string; reason?: string | undefined }, options) =>
      call(batchesApi.delete, { query: { id }, ...reasonBody(reason) }, options),
    nameOf: ({ name }) => name,
    titleOf: ({ name }, { numSamples }) => `${name} deleted with ${formatCount(numSamples, 'sample')}`,
    leave,
    errorTitle: 'Error deleting item',
  })
