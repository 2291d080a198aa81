import { type CellKey, cellKey } from '@lims/contract/positions.ts'
import type { MissingTube, PreviewRackReply, RackEntry } from '@lims/contract/rack-scan.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { arrivalWords, type RackState, stateOfEntry } from './rack-states.ts'

/** A cell of the box after the file is applied. */
export type RackCell = {
  state: RackState
  /** The tube ID, or an unknown code. */
  tube: string
  name: string
  /** The previous location of a moved tube. */
  from?: string
  /** What the tube was until the file is applied: 'was checked out'. */
  was?: string
  /** The ID of a tube that is registered here but not in the scan. */
  missing?: string
  /** Whether the missing tube is taken out. */
  isTakenOut?: boolean
}

type Coordinates = { rowCoordinate: number; columnCoordinate: number }
const keyOf = ({ rowCoordinate: row, columnCoordinate: column }: Coordinates) => cellKey({ row, column })

/**
 * Returns the cells of the box after the file is applied, by key. Empty cells that are not in the file are left out.
 */
export function rackCells(
  { entries, missing, away }: PreviewRackReply,
  occupancy: readonly OccupancyEntry[],
  isTakenOut: boolean,
): ReadonlyMap<CellKey, RackCell> {
  const cells = new Map<CellKey, RackCell>()
  const scanned = new Set(entries.flatMap(({ sample }) => (sample ? [sample.sampleId] : [])))
  const contents = new Map(occupancy.map((content) => [keyOf(content), content]))
  for (const [key, { contentId, contentAlias, contentName }] of contents) {
    if (!scanned.has(contentId)) cells.set(key, { state: 'notInFile', tube: contentAlias, name: contentName })
  }
  for (const entry of entries) cells.set(keyOf(entry), cellOf(entry, cells.get(keyOf(entry))))
  for (const tube of away) {
    if (cells.get(keyOf(tube))?.state === 'empty') {
      cells.set(keyOf(tube), { state: 'away', tube: tube.alias, name: tube.name })
    }
  }
  for (const tube of missing) {
    cells.set(keyOf(tube), withMissing(cells.get(keyOf(tube)), tube, isTakenOut))
  }
  return cells
}

/** An unreadable cell keeps its registered tube. */
function cellOf(entry: RackEntry, current: RackCell | undefined): RackCell {
  const { state, code, sample, from, arrival } = entry
  if (state === 'unreadable') return { state, tube: current?.tube ?? '', name: current?.name ?? '' }
  return {
    state: stateOfEntry(entry),
    tube: sample?.alias ?? code,
    name: sample?.name ?? '',
    ...(from && { from: pathText(from.path) }),
    ...(arrival && { was: arrivalWords[arrival] }),
  }
}

function withMissing(cell: RackCell | undefined, tube: MissingTube, isTakenOut: boolean): RackCell {
  const missing = { missing: tube.alias, isTakenOut }
  if (cell && cell.state !== 'empty' && cell.state !== 'notInFile') return { ...cell, ...missing }
  return { state: 'missing', tube: tube.alias, name: tube.name, ...missing }
}
