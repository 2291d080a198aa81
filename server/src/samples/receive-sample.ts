import { errorTexts } from '@lims/contract/errors.ts'
import type { ReceivedSample, ReceiveSampleBody } from '@lims/contract/samples.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { By } from '../audit/by.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { insertLifecycleEvent } from './lifecycle-queries.ts'
import { assertReceivable, statusChange } from './sample-lifecycle.ts'
import { lockSampleByIdentifier } from './sample-queries.ts'

export async function receiveSample(
  trx: Transaction,
  { identifier, notes }: ReceiveSampleBody,
  by: By,
): Promise<ReceivedSample> {
  const sample = await lockSampleByIdentifier(trx, identifier)
  if (!sample) throw new DomainError('sample-not-found', errorTexts.sampleNotFound)

  assertReceivable(sample)
  const change = { sampleId: sample.id, from: sample.status, to: 'RECEIVED', door: 'receive', notes } as const
  await insertLifecycleEvent(trx, change, by)
  await saveAuditEvent(
    trx,
    {
      action: 'sample.receive',
      entityType: 'sample',
      entityId: sample.id,
      ...statusChange({ ...change, version: sample.version + 1 }),
    },
    by,
  )
  return {
    id: sample.id,
    name: sample.name,
    alias: sample.alias,
    status: 'RECEIVED',
    subjectId: sample.subject_id,
    batchId: sample.batch_id,
    batchName: sample.batch_name,
    receivedTimestamp: by.at.toISOString(),
  }
}
