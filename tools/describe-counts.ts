import { formatCount } from '@lims/contract/format-count.ts'
import type { Counts } from '../server/src/db/backup-format.ts'

/** Says how many records of each kind a backup or a folder of data holds, such as '1 batch, 0 samples, …'. */
export const describeCounts = ({ batch = 0, sample = 0, storage = 0, audit_event = 0 }: Counts): string =>
  [
    formatCount(batch, 'batch', 'batches'),
    formatCount(sample, 'sample'),
    `${formatCount(storage, 'storage')} and ${formatCount(audit_event, 'audit event')}`,
  ].join(', ')
