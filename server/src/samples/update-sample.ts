import { errorTexts } from '@lims/contract/errors.ts'
import { inheritedFields, type UpdateSampleBody } from '@lims/contract/sample-changes.ts'
import type { Sample } from '@lims/contract/samples.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent, saveAuditEvents } from '../audit/audit-queries.ts'
import { staleVersion } from '../audit/stale-version.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { isFuture } from './is-future.ts'
import { insertLifecycleEvent } from './lifecycle-queries.ts'
import { changedFields, columnsOf, type SampleChange } from './sample-change.ts'
import { assertReasonToGoBack, assertTransition } from './sample-lifecycle.ts'
import { asSample, getSample, listChildren, lockSample, type SampleRow } from './sample-queries.ts'
import {
  lockFamily,
  moveChildrenToBatch,
  shareLockBatch,
  updateSampleColumns,
} from './sample-write-queries.ts'

/**
 * Updates the fields that are given and differ. A new status must be allowed by the lifecycle table. Throws
 * `version-stale`, `status-transition-invalid`, `parent-is-child`, `batch-not-found`, and `request-invalid` for a
 * collection in the future.
 */
export async function updateSample(trx: Transaction, body: UpdateSampleBody, actor: Actor): Promise<Sample> {
  if (body.batchId || body.alsoChildren) await lockFamily(trx, body.id)
  const row = await lockSample(trx, body.id)
  if (body.version !== undefined && body.version !== row.version) {
    throw await staleVersion(trx, {
      entityType: 'sample',
      entityId: row.id,
      name: row.name,
      version: body.version,
    })
  }

  const change = changedFields(asSample(row), body)
  if (Object.keys(change.after).length === 0) return asSample(row)
  const { collectionTimestamp } = change.after
  if (collectionTimestamp && isFuture(collectionTimestamp, actor.at)) {
    throw new DomainError('request-invalid', 'Collected must not be in the future.', 'collectionTimestamp')
  }
  await changeStatus(trx, row, body, actor)
  if (change.after.batchId) await changeBatch(trx, row, change.after.batchId, actor)
  const columns = columnsOf(change.after)
  if (Object.keys(columns).length > 0) await updateSampleColumns(trx, [row.id], columns, actor.at)

  if (body.alsoChildren) await changeChildren(trx, row.id, change, actor)

  const sample = asSample(await getSample(trx, row.id))
  const { before, after } = change
  await saveAuditEvent(
    trx,
    { action: 'sample.update', entityId: row.id, before, after: { ...after, version: sample.version } },
    actor,
  )
  return sample
}

async function changeStatus(trx: Transaction, row: SampleRow, { status }: UpdateSampleBody, actor: Actor) {
  if (!status || status === row.status) return
  assertTransition(row, status)
  assertReasonToGoBack(actor, [{ from: row.status, to: status }])
  const event = { sampleId: row.id, from: row.status, to: status, via: 'table', notes: undefined } as const
  await insertLifecycleEvent(trx, event, actor)
}

async function changeBatch(trx: Transaction, row: SampleRow, batchId: string, actor: Actor) {
  if (row.parent_sample_id) {
    throw new DomainError(
      'parent-is-child',
      `${row.name} is a child sample and must stay in the batch of its parent.`,
      'batchId',
    )
  }
  if (!(await shareLockBatch(trx, batchId)))
    throw new DomainError('batch-not-found', errorTexts.batchNotFound, 'batchId')
  const children = await moveChildrenToBatch(trx, row.id, batchId, actor.at)
  const event = { action: 'sample.update', before: { batchId: row.batch_id } } as const
  await saveAuditEvents(
    trx,
    children.map(({ id, version }) => ({ ...event, entityId: id, after: { batchId, version } })),
    actor,
  )
}

/** Gives the new subject, site and visit to those children that have the former one. Their rows are locked. */
async function changeChildren(
  trx: Transaction,
  parentId: string,
  { before, after }: { before: SampleChange; after: SampleChange },
  actor: Actor,
) {
  const fields = inheritedFields.filter((field) => field in after)
  if (fields.length === 0) return
  const changes = (await listChildren(trx, parentId)).flatMap((row) => {
    const child = asSample(row)
    const changed = fields.filter((field) => child[field] === before[field])
    return changed.length > 0 ? [{ id: child.id, version: child.version + 1, changed }] : []
  })
  const pick = (from: SampleChange, changed: typeof fields): SampleChange =>
    Object.fromEntries(changed.map((field) => [field, from[field]]))
  // One statement for each combination of fields, however many children there are.
  for (const alike of Map.groupBy(changes, ({ changed }) => changed.join()).values()) {
    const ids = alike.map(({ id }) => id)
    const columns = columnsOf(pick(after, alike[0]?.changed ?? []))
    await updateSampleColumns(trx, ids, columns, actor.at)
  }
  await saveAuditEvents(
    trx,
    changes.map(({ id, version, changed }) => ({
      action: 'sample.update',
      entityId: id,
      before: pick(before, changed),
      after: { ...pick(after, changed), version },
    })),
    actor,
  )
}
