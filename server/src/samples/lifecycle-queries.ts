import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { Transaction } from '../db/database.ts'

type StatusChange = {
  sampleId: string
  from: SampleStatus
  to: SampleStatus
  /** 'receive' is wider than the lifecycle table. */
  door: 'table' | 'receive'
  notes: string | undefined
}

/** Changes a status by recording the event: the database moves the sample, and refuses what the table forbids. */
export function insertLifecycleEvent(
  trx: Transaction,
  { sampleId, from, to, door, notes }: StatusChange,
  by: { userId: string; at: Date },
) {
  return trx
    .insertInto('lifecycle_event')
    .values({
      sample_id: sampleId,
      door,
      from_status: from,
      to_status: to,
      at: by.at,
      person_id: by.userId,
      notes: notes ?? '',
    })
    .execute()
}
