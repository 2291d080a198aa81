import type { Counts } from '../server/src/db/backup-format.ts'

export const describeCounts = ({ batch = 0, sample = 0, storage = 0, audit_event = 0 }: Counts) =>
  `${batch} batches, ${sample} samples, ${storage} storages and ${audit_event} audit events`
