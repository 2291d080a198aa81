import { parsePositionLabel } from '@lims/contract/positions.ts'
import { isCodeOfStorage, storageCode } from '@lims/contract/storage-code.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { withPlainDashes } from '@lims/contract/text.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { findSamplesByCodes } from '../samples/bulk-queries.ts'
import { listStoragesByCode, type ScannedStorage } from '../storage/storage-queries.ts'
import { currentCellOf, describePlace, readGrids } from './describe-steps.ts'
import type { StepRow } from './move-queries.ts'
import { listMovableBoxes } from './tree-queries.ts'

/**
 * Finds storages by the code on their label or their name. Throws `box-expected` or `move-target-expected` for a tube.
 */
async function findByCode(db: Db, code: string, expected: 'box' | 'target'): Promise<ScannedStorage[]> {
  const found = await listStoragesByCode(db, code)
  if (found.length > 0) return found
  const [tube] = await findSamplesByCodes(db, [code], 1)
  if (tube) {
    const wanted = expected === 'box' ? 'the label of the box' : 'the label of the new place of the box'
    throw new DomainError(
      expected === 'box' ? 'box-expected' : 'move-target-expected',
      `${tube.alias} is a tube (${tube.name}). Scan ${wanted}.`,
    )
  }
  return []
}

/**
 * Finds the step of the box that was scanned. Throws `box-not-in-move` with the place of a box of no step,
 * `box-ambiguous`, `box-expected`, or `box-not-found`.
 */
export async function findScannedStep(db: Db, steps: readonly StepRow[], code: string): Promise<StepRow> {
  const own = steps.filter(({ box_id, box_alias }) => isCodeOfStorage(code, { id: box_id, alias: box_alias }))
  const step = onlyOne(own, code)
  if (step) return step
  const found = await findByCode(db, code, 'box')
  const boxes = found.filter(({ type }) => type === 'BOX')
  // A step that is done keeps the name that its box had: the box may have another one by now.
  const boxIds = new Set(boxes.map(({ id }) => id))
  const renamed = onlyOne(
    steps.filter(({ box_id }) => boxIds.has(box_id)),
    code,
  )
  if (renamed) return renamed
  const [box] = boxes
  if (!box) {
    const [other] = found
    if (!other) throw new DomainError('box-not-found', `No box has the code or the name ${code}.`)
    throw new DomainError('box-expected', `${other.alias} is not a box. Scan the label of the box first.`)
  }
  if (boxes.length > 1) {
    throw new DomainError(
      'box-not-in-move',
      `${boxes.length} boxes are called ${box.alias}, and none of them is part of this move.`,
    )
  }
  throw new DomainError('box-not-in-move', await whereItBelongs(db, box))
}

/** Returns the step that was found, if any. Throws `box-ambiguous` if there are several. */
function onlyOne(found: readonly StepRow[], code: string): StepRow | undefined {
  const [step, second] = found
  if (!second) return step
  throw new DomainError(
    'box-ambiguous',
    `${found.length} boxes of this move are called ${code}. Scan the label of the box, or type its code, such as ${storageCode(second.box_id)}.`,
  )
}

async function whereItBelongs(db: Db, { id, alias }: ScannedStorage): Promise<string> {
  const [row] = await listMovableBoxes(db, [id])
  const place = row ? currentCellOf(row) : null
  const path = describePlace(place, await readGrids(db, [place]))?.path
  return path
    ? `${alias} is not part of this move; it belongs in ${path}.`
    : `${alias} is not part of this move, and has no place in storage.`
}

export type ScannedTarget = {
  storageId: number
  alias: string
  type: StorageType
  position: string | undefined
}

/**
 * Finds the storage of a target code, alone or followed by a cell: 'STO0000012 A3', 'Rack A A3', 'Freezer 2 › Rack A ›
 * A3', 'Rack A 1-2'. Throws `move-target-expected` or `box-ambiguous`.
 */
export async function findScannedTarget(db: Db, code: string): Promise<ScannedTarget> {
  for (const { name, position, isHyphened } of readings(code)) {
    const path = name.split('›').map((part) => part.trim())
    const found = await findByCode(db, path.at(-1) ?? '', 'target')
    const named = path.length > 1 ? await withPath(db, found, path) : found
    const matching = isHyphened ? await withCell(db, named, position) : named
    const [storage, second] = matching
    if (second) {
      throw new DomainError(
        'box-ambiguous',
        `${matching.length} storages are called ${second.alias}. Scan its label, or type the whole way, such as Freezer 2 › ${second.alias}.`,
      )
    }
    if (storage) return { storageId: storage.id, alias: storage.alias, type: storage.type, position }
  }
  throw new DomainError('move-target-expected', `No storage has the code or the name ${code}.`)
}

type Reading = {
  name: string
  position: string | undefined
  /** The position has a hyphen, which may be of the name or between name and cell instead. */
  isHyphened: boolean
}

/**
 * Returns the readings of a code, in the order in which they are tried: the whole code as a name; its last word as a
 * cell with a hyphen in it; what follows its last space, separator or hyphen as a cell. A name may be empty, which no
 * storage has.
 */
function readings(code: string): Reading[] {
  const lastAfter = (separator: RegExp) => code.split(separator).at(-1) ?? ''
  const before = (last: string) => code.slice(0, code.length - last.length).replace(/[\s/:›·,-]+$/, '')
  const [withHyphen, last] = [lastAfter(/[\s/:›·,]/), lastAfter(/[\s/:›·,-]/)]
  return [
    { name: code, position: undefined, isHyphened: false },
    ...(withHyphen === last ? [] : [{ name: before(withHyphen), position: withHyphen, isHyphened: true }]),
    { name: before(last), position: last, isHyphened: false },
  ]
}

const gridsOf = (db: Db, found: readonly ScannedStorage[]) =>
  readGrids(
    db,
    found.map(({ id }) => ({ storageId: id, row: null, column: null })),
  )

async function withCell(db: Db, found: readonly ScannedStorage[], label: string | undefined) {
  const grids = await gridsOf(db, found)
  return found.filter(({ id }) => {
    const grid = grids.get(id)
    return grid && parsePositionLabel(label ?? '', grid) !== undefined
  })
}

async function withPath(db: Db, found: readonly ScannedStorage[], path: readonly string[]) {
  const grids = await gridsOf(db, found)
  const formOf = (name: string) => withPlainDashes(name).toLowerCase()
  const endsWithPath = (names: readonly string[]) =>
    path.every((name, index) => formOf(names[names.length - path.length + index] ?? '') === formOf(name))
  return found.filter(({ id }) => endsWithPath(grids.get(id)?.names ?? []))
}
