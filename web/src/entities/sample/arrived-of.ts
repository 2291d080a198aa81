import type { Batch } from '@lims/contract/batches.ts'
import { receivableStatuses } from '@lims/contract/sample-status.ts'

/** How many samples of a batch are past the door: all that can no longer be received. */
export const arrivedOf = ({ numSamples, byStatus }: Pick<Batch, 'numSamples' | 'byStatus'>): number =>
  receivableStatuses.reduce((arrived, status) => arrived - (byStatus[status] ?? 0), numSamples)
