import { formatCount } from '@lims/contract/format-count.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import type { Cell } from '@lims/contract/positions.ts'
import type { StoragesCreatedReply } from '@lims/contract/storage-series.ts'
import { allowedContents } from '@lims/contract/storage-type.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listFreeCells, replaceStoragePlaces } from './placement-queries.ts'
import { cellLabel } from './resolve-cell.ts'
import { listAuditedStorages, lockStorage, type StorageRow } from './storage-queries.ts'
import { insertStorages, listNamesakes, type StorageShape } from './storage-series-queries.ts'
import { contentNotAllowed, translateDatabaseError } from './translate-database-error.ts'

export type NewStorage = StorageShape & {
  alias: string
  /**
   * The place of the storage around it in the list of new storages, and its cell there; absent for those at the top.
   */
  holder?: { index: number } & Cell
  /** The storage that it is a copy of. */
  copyOf?: { id: number; alias: string }
}

type Created = Omit<StoragesCreatedReply, 'success'>

const maxNamed = 3

/**
 * Creates storages together, all or none. Those without a holder come first in the list, and each takes the next free
 * cell of the parent, row by row. The parent is locked before any of its cells is chosen, as for a single storage.
 * Throws `storage-full`, `cell-taken` and `storage-name-taken`.
 */
export async function createStorages(
  trx: Transaction,
  wanted: readonly NewStorage[],
  parentId: number | null | undefined,
  actor: Actor,
): Promise<Created> {
  const top = wanted.filter(({ holder }) => !holder)
  const parent = parentId && parentId > 0 ? await lockStorage(trx, parentId) : undefined
  const cells = parent ? await chooseCells(trx, parent, top) : []
  const storages = await insertStorages(trx, wanted, actor)
  const places = storages.flatMap(({ id, holder }, index) => {
    const cell = holder ?? cells[index]
    const storageId = holder ? storages[holder.index]?.id : parent?.id
    return cell && storageId
      ? [{ childStorageId: id, place: { storageId, row: cell.row, column: cell.column } }]
      : []
  })
  const [taken] = await translateDatabaseError(replaceStoragePlaces(trx, places, actor))
  if (taken !== undefined) {
    throw new DomainError('cell-taken', 'A cell was taken in this moment. Nothing was created; try again.')
  }
  const ids = storages.map(({ id }) => id)
  const created = storages.slice(0, top.length)
  if (parent)
    await assertNamesAvailable(
      trx,
      parent,
      created.map(({ id }) => id),
    )
  await saveCreations(trx, storages, actor)
  return {
    count: storages.length,
    storages: created.map(({ id, alias }, index) => ({
      id,
      alias,
      position: parent && cells[index] ? cellLabel(cells[index], parent) : null,
    })),
    undo: { storageIds: ids },
  }
}

/** Returns as many free cells as there are new storages. Throws `content-not-allowed` and `storage-full`. */
async function chooseCells(
  trx: Transaction,
  parent: StorageRow,
  top: readonly NewStorage[],
): Promise<Cell[]> {
  if (top.some(({ type }) => !allowedContents[parent.type].includes(type))) throw contentNotAllowed()
  const cells = await listFreeCells(trx, parent, top.length)
  if (cells.length === top.length) return cells
  throw new DomainError(
    'storage-full',
    cells.length === 0
      ? `${parent.alias} is full: all ${parent.occupied} cells are occupied. Nothing was created.`
      : `${parent.alias} has only ${formatCount(cells.length, 'free cell')} for ${formatCount(top.length, 'storage')}. Nothing was created.`,
  )
}

async function assertNamesAvailable(trx: Transaction, parent: StorageRow, ids: readonly number[]) {
  const namesakes = await listNamesakes(trx, ids)
  if (namesakes.length === 0) return
  throw new DomainError(
    'storage-name-taken',
    `${parent.alias} already holds ${joinTexts(namesakes, { max: maxNamed })}. Nothing was created; choose other names.`,
    'aliases',
  )
}

async function saveCreations(
  trx: Transaction,
  storages: readonly (NewStorage & { id: number })[],
  actor: Actor,
) {
  const sourceOf = new Map(storages.map(({ id, copyOf }) => [id, copyOf]))
  const created = await listAuditedStorages(trx, [...sourceOf.keys()])
  await saveAuditEvents(
    trx,
    created.map((after) => {
      const source = sourceOf.get(after.id)
      return {
        action: 'storage.create',
        entityId: String(after.id),
        after: {
          ...after,
          createdTogether: storages.length,
          ...(source && { copyOf: source.alias, copyOfId: source.id }),
        },
      }
    }),
    actor,
  )
}
