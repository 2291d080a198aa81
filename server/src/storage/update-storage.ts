import { joinTexts } from '@lims/contract/join-texts.ts'
import type { Storage, UpdateStorageBody } from '@lims/contract/storage.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import { staleVersion } from '../audit/stale-version.ts'
import type { Transaction } from '../db/database.ts'
import { definedColumns } from '../defined-columns.ts'
import { DomainError } from '../errors/domain-error.ts'
import { assertLimitsInOrder } from './assert-limits-in-order.ts'
import { assertNameAvailable } from './assert-name-available.ts'
import { assertNoCell, placeStorage } from './place-storage.ts'
import { deleteStoragePlace, listContentsOutside } from './placement-queries.ts'
import { cellLabel } from './resolve-cell.ts'
import {
  asStorage,
  getStorage,
  lockStorage,
  type StorageRow,
  updateStorageColumns,
} from './storage-queries.ts'
import { translateDatabaseError } from './translate-database-error.ts'

/**
 * Updates the fields that are given, if any differs. A new parent or cell moves the storage. Throws `version-stale`,
 * `storage-too-small`, `storage-name-taken`, and what `placeStorage` and `assertLimitsInOrder` throw.
 */
export async function updateStorage(
  trx: Transaction,
  body: UpdateStorageBody,
  actor: Actor,
): Promise<Storage> {
  const row = await lockStorage(trx, body.id)
  if (body.version !== undefined && body.version !== row.version) {
    const seen = { entityType: 'storage' as const, entityId: String(row.id), version: body.version }
    throw await staleVersion(trx, { ...seen, name: row.alias })
  }
  if (changesNothing(row, body)) return asStorage(row)
  await assertContentsFit(trx, row, body)
  await translateDatabaseError(updateStorageColumns(trx, row.id, columnsOf(body), actor.at))
  await changeParent(trx, row, body, actor)

  const storage = asStorage(await getStorage(trx, row.id))
  const isMoved = storage.parentID !== row.parent_id
  if (storage.alias !== row.alias || isMoved) await assertNameAvailable(trx, row.id)
  const hasNewNominal = storage.nominalTemperatureC !== row.nominal_temperature_c
  if (hasNewNominal || (isMoved && storage.nominalTemperatureC === null)) {
    await assertLimitsInOrder(trx, {
      storageId: row.id,
      path: joinPath([row.parent_path, row.alias]),
      field: hasNewNominal ? 'nominalTemperatureC' : undefined,
    })
  }
  const { before, after } = changedFields(asStorage(row), storage)
  const event = { action: 'storage.update', entityId: String(row.id) } as const
  await saveAuditEvent(trx, { ...event, before, after: { ...after, version: storage.version } }, actor)
  return storage
}

/** Forms send every field. */
function changesNothing(row: StorageRow, body: UpdateStorageBody): boolean {
  const { parentID = row.parent_id, rowCoordinate, columnCoordinate } = body
  if ((parentID && parentID > 0 ? parentID : null) !== row.parent_id) return false
  const isSameCell = rowCoordinate === row.row_coordinate && columnCoordinate === row.column_coordinate
  if (rowCoordinate && !isSameCell) return false
  return Object.entries(columnsOf(body)).every(([column, value]) => row[column as keyof StorageRow] === value)
}

const maxNamed = 3

/** Throws `storage-too-small` with the contents outside the new size. The caller must hold the lock on the storage. */
async function assertContentsFit(trx: Transaction, row: StorageRow, body: UpdateStorageBody) {
  const { numberRows = row.number_rows, numberColumns = row.number_columns } = body
  if (numberRows >= row.number_rows && numberColumns >= row.number_columns) return
  const outside = await listContentsOutside(trx, row.id, { numberRows, numberColumns, limit: maxNamed })
  if (outside.length === 0) return
  const total = outside[0]?.total ?? 0
  const each = outside.map((content) => `${content.name} in ${cellLabel(content, row)}`)
  throw new DomainError(
    'storage-too-small',
    `Some contents are outside the new size: ${joinTexts(each, { total })}. Move ${total === 1 ? 'it' : 'them'} first.`,
  )
}

async function changeParent(trx: Transaction, row: StorageRow, body: UpdateStorageBody, actor: Actor) {
  const { parentID = row.parent_id ?? undefined, rowCoordinate, columnCoordinate } = body
  if (parentID === undefined) {
    assertNoCell(body)
    return
  }
  if (parentID === null || parentID <= 0) {
    assertNoCell(body)
    await deleteStoragePlace(trx, row.id)
    return
  }
  if (parentID === row.parent_id && !rowCoordinate) return
  await placeStorage(trx, { childId: row.id, parentId: parentID, rowCoordinate, columnCoordinate }, actor)
}

const columnsOf = (body: UpdateStorageBody) =>
  definedColumns({
    alias: body.alias,
    type: body.type,
    number_rows: body.numberRows,
    number_columns: body.numberColumns,
    row_prefix: body.rowPrefix,
    column_prefix: body.columnPrefix,
    nominal_temperature_c: body.nominalTemperatureC,
  })

const auditedFields = [
  'alias',
  'type',
  'numberRows',
  'numberColumns',
  'rowPrefix',
  'columnPrefix',
  'nominalTemperatureC',
  'parentID',
  'position',
] as const

function changedFields(before: Storage, after: Storage) {
  const changed = auditedFields.filter((field) => before[field] !== after[field])
  const pick = (from: Storage) => Object.fromEntries(changed.map((field) => [field, from[field]]))
  return { before: pick(before), after: pick(after) }
}
