import { type Custody, isAway, isOutOfUse } from '@lims/contract/custody.ts'
import { cellKey, positionLabel } from '@lims/contract/positions.ts'
import type { MissingTube, RackArrival, RackEntry, RegisteredTube } from '@lims/contract/rack-scan.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Box, PlacedReading } from './place-rack.ts'
import { type Fault, type LineKind, rackFileError } from './rack-file.ts'
import type { FoundTube } from './rack-queries.ts'

type ScannedBox = Box & { id: number }

const indexByCode = (found: readonly FoundTube[]) =>
  new Map(
    found.flatMap((tube) => [
      [tube.alias.toUpperCase(), tube],
      [tube.sampleId.toUpperCase(), tube],
    ]),
  )

/** Counts the tubes that are registered in the cell where the scan found them. */
export function countInPlace(
  cells: readonly PlacedReading[],
  found: readonly FoundTube[],
  storageId: number,
): number {
  const byCode = indexByCode(found)
  return cells.filter(({ reading, row, column }) => {
    const place = typeof reading === 'string' ? undefined : byCode.get(reading.code.toUpperCase())?.place
    return place?.storageId === storageId && place.row === row && place.column === column
  }).length
}

/** Compares each scanned cell with the registered content. Throws `rack-file-invalid` if a tube occurs twice. */
export function compareRack(
  cells: readonly PlacedReading[],
  found: readonly FoundTube[],
  box: ScannedBox,
  word: LineKind,
): RackEntry[] {
  const byCode = indexByCode(found)
  const entries = cells
    .map((cell) => entryOf(cell, byCode, box))
    .sort((a, b) => a.rowCoordinate - b.rowCoordinate || a.columnCoordinate - b.columnCoordinate)
  const faults = findDuplicates(entries)
  if (faults.length > 0) throw rackFileError(faults, word)
  return entries
}

function entryOf(cell: PlacedReading, byCode: Map<string, FoundTube>, box: ScannedBox): RackEntry {
  const { line, reading, row, column } = cell
  const place = { ...cellIn(box, row, column), line }
  if (typeof reading === 'string') return { ...place, code: '', state: reading }
  const tube = byCode.get(reading.code.toUpperCase())
  if (!tube) return { ...place, code: reading.code, state: 'unknown' }
  const { place: present, custody, custodyEventId: _, isToPutAway, isToReceive, ...sample } = tube
  const arrival = arrivalOf(custody, isToPutAway)
  const read = {
    ...place,
    code: reading.code,
    sample,
    ...(arrival && { arrival }),
    ...(isOutOfUse(custody) ? { outOfUse: custody } : isToReceive && { isToReceive }),
  }
  if (!present) return { ...read, state: 'new' }
  const isHere = present.storageId === box.id && present.row === row && present.column === column
  if (isHere) return { ...read, state: 'same' }
  const from = cellIn(present, present.row, present.column)
  const path = joinPath([...present.path, from.position])
  return { ...read, state: 'moved', from: { ...from, storageId: present.storageId, path } }
}

function arrivalOf(custody: Custody, isToPutAway: boolean): RackArrival | undefined {
  if (custody === 'CHECKED_OUT') return 'returned'
  if (custody === 'MISSING') return 'found'
  return isToPutAway ? 'put-away' : undefined
}

const cellIn = (axes: { rowPrefix: string; columnPrefix: string }, row: number, column: number) => ({
  rowCoordinate: row,
  columnCoordinate: column,
  position: positionLabel({ row, column }, axes),
})

/** Finds tubes that occur twice, once by id and once by tube ID. */
function findDuplicates(entries: readonly RackEntry[]): Fault[] {
  const seen = new Map<string, RackEntry>()
  return entries.flatMap((entry) => {
    if (!entry.sample) return []
    const earlier = seen.get(entry.sample.sampleId)
    if (!earlier) seen.set(entry.sample.sampleId, entry)
    return earlier
      ? [
          {
            line: entry.line,
            text: `${entry.code} is tube ${entry.sample.alias}, which is already in ${earlier.position}.`,
          },
        ]
      : []
  })
}

/**
 * Returns the tubes that are registered in a scanned cell but were found nowhere in the scan, except in unreadable
 * cells: those that are missing from the box, and those that are away as recorded.
 */
export function tubesNotFound(
  contents: readonly OccupancyEntry[],
  entries: readonly RackEntry[],
): { missing: MissingTube[]; away: RegisteredTube[] } {
  const scannedCells = new Map(entries.map((entry) => [keyOf(entry), entry]))
  const seen = new Set(entries.flatMap(({ sample }) => (sample ? [sample.sampleId] : [])))
  const missing: MissingTube[] = []
  const away: RegisteredTube[] = []
  for (const content of contents) {
    const { rowCoordinate, columnCoordinate, position, sample } = content
    const scanned = scannedCells.get(keyOf(content))
    if (!sample || !scanned || scanned.state === 'unreadable' || seen.has(content.contentId)) continue
    const tube: RegisteredTube = {
      sampleId: content.contentId,
      name: content.contentName,
      alias: content.contentAlias,
      type: sample.type,
      status: sample.status,
      custody: sample.custody,
      custodyEventId: sample.custodyEventId,
      rowCoordinate,
      columnCoordinate,
      position,
    }
    const isInTheWay = scanned.sample !== undefined && !scanned.outOfUse
    if (isInTheWay || !isAway(tube.custody)) missing.push({ ...tube, isInTheWay })
    else away.push(tube)
  }
  return { missing, away }
}

type Coordinates = { rowCoordinate: number; columnCoordinate: number }
const keyOf = ({ rowCoordinate: row, columnCoordinate: column }: Coordinates) => cellKey({ row, column })
