import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import {
  type BulkField,
  type EditFieldBody,
  type EditFieldReply,
  maxChosenSamples,
  parseFieldValue,
} from '@lims/contract/sample-bulk.ts'
import { isInheritedField } from '@lims/contract/sample-changes.ts'
import { toNanolitres } from '@lims/contract/volume.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import { staleVersion } from '../audit/stale-version.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { lockExistingSamples } from './lock-samples-queries.ts'
import { asSample, type SampleRow, selectSamplesById } from './sample-queries.ts'
import { listChildrenLikeParent, updateField } from './sample-write-queries.ts'
import { samplesNotFound } from './samples-not-found.ts'

type Change = {
  id: string
  version: number
  before: string | number | null
  after: string | number | null
}
type Requested = { version: number; value: string | number | null }

/**
 * Sets one field of many samples, all or none. Samples that have the value already stay as they are. With
 * `alsoChildren`, children that had the parent's former subject, site or visit get the new one as well; with
 * `alsoNewChildren`, so do those of them that were created, or restored with that value, since the parent last changed.
 * Throws `version-stale` if a sample has changed since the person saw it, `too-many-samples`, and `request-invalid` for
 * a sample that is listed twice.
 */
export async function editField(
  trx: Transaction,
  { field, sampleIds, versions, values, alsoChildren = false, alsoNewChildren = false }: EditFieldBody,
  actor: Actor,
): Promise<Omit<EditFieldReply, 'success'>> {
  const requested = new Map<string, Requested>(
    sampleIds.map((id, index) => [
      id,
      {
        version: versions[index] ?? 0,
        value: parseFieldValue(field, values.length === 1 ? values[0] : values[index]),
      },
    ]),
  )
  if (requested.size < sampleIds.length) {
    throw new DomainError('request-invalid', 'sampleIds contains a sample twice', 'sampleIds')
  }
  await lockExistingSamples(trx, sampleIds)
  const rows = await selectSamplesById(trx, sampleIds)
  if (rows.length < sampleIds.length) {
    throw samplesNotFound(sampleIds.length - rows.length, 'Nothing was saved.')
  }
  await assertUnchanged(trx, rows, requested)

  const changeOf = (row: SampleRow, after: Change['after']): Change[] => {
    const before = asSample(row)[field]
    return before === after ? [] : [{ id: row.id, version: row.version + 1, before, after }]
  }
  const ofChosen = rows.flatMap((row) => changeOf(row, requested.get(row.id)?.value ?? null))
  const ofParent = new Map(ofChosen.map((change) => [change.id, change]))
  const without = { chosenIds: sampleIds, onlyNew: !alsoChildren }
  const mayChangeChildren = isInheritedField(field) && (alsoChildren || alsoNewChildren)
  const children = mayChangeChildren ? await lockChildren(trx, field, ofChosen, without) : []
  const ofChildren = children.flatMap((row) => {
    const parent = ofParent.get(row.parent_sample_id ?? '')
    return parent && asSample(row)[field] === parent.before ? changeOf(row, parent.after) : []
  })
  const changes = [...ofChosen, ...ofChildren]
  if (changes.length === 0) return { count: 0, undo: null }
  const stored = (value: string | number | null) => (typeof value === 'number' ? toNanolitres(value) : value)
  await updateField(
    trx,
    field,
    changes.map(({ id, after }) => ({ id, value: stored(after) })),
    actor.at,
  )
  await saveAuditEvents(
    trx,
    changes.map(({ id, version, before, after }) => ({
      action: 'sample.update',
      entityId: id,
      before: { [field]: before },
      after: { [field]: after, version },
    })),
    actor,
  )
  return {
    count: changes.length,
    undo: {
      field,
      sampleIds: changes.map(({ id }) => id),
      versions: changes.map(({ version }) => version),
      values: changes.map(({ before }) => before),
      ...(isInheritedField(field) && { alsoNewChildren: true as const }),
    },
  }
}

/**
 * Locks and returns the children that are to change with their parents, which are locked: no child is created by then.
 * Throws `too-many-samples` before it locks them: the undo takes as many samples as a request.
 */
async function lockChildren(
  trx: Transaction,
  field: BulkField,
  ofParents: readonly Change[],
  { chosenIds, onlyNew }: { chosenIds: readonly string[]; onlyNew: boolean },
): Promise<SampleRow[]> {
  const parentIds = ofParents.map(({ id }) => id)
  const among = { parentIds, without: chosenIds, onlyNew, limit: maxChosenSamples }
  const { ids, total } = await listChildrenLikeParent(trx, field, among)
  const count = parentIds.length + total
  if (count > maxChosenSamples) throw tooMany(count)
  await lockExistingSamples(trx, ids)
  return selectSamplesById(trx, ids)
}

const tooMany = (count: number) =>
  new DomainError(
    'too-many-samples',
    `These are ${formatCount(count, 'sample')} with their children; at most ${formatNumber(maxChosenSamples)} are changed together. Nothing was saved.`,
  )

async function assertUnchanged(
  trx: Transaction,
  rows: readonly SampleRow[],
  requested: ReadonlyMap<string, Requested>,
) {
  const [first, ...others] = rows.filter(({ id, version }) => requested.get(id)?.version !== version)
  if (!first) return
  const version = requested.get(first.id)?.version ?? 0
  const stale = await staleVersion(trx, {
    entityType: 'sample',
    entityId: first.id,
    name: first.name,
    version,
  })
  if (others.length === 0) throw stale
  const more = formatCount(others.length, 'other sample has', 'other samples have')
  throw new DomainError('version-stale', `${stale.message} ${more} changed too.`)
}
