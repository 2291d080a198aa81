import type { MissingTube, PreviewRackReply, RackEntry } from '@lims/contract/rack-scan.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import type { RackState } from './rack-states.ts'

/** One cell of the box as it will become. */
export type RackCell = {
  state: RackState
  /** The tube id, or the code that nobody knows. */
  tube: string
  name: string
  /** Where a moved tube comes from. */
  from?: string
  /** A tube that is registered here and that the scan does not show. */
  missing?: string
  /** Whether that tube is taken out. */
  isTakenOut?: boolean
}

type Coordinates = { rowCoordinate: number; columnCoordinate: number }
export const cellKey = ({ rowCoordinate, columnCoordinate }: Coordinates) =>
  `${rowCoordinate}/${columnCoordinate}`

/** The cells of the box as they will become, by their keys; an empty one that the file does not name is left out. */
export function rackBox(
  { entries, missing }: PreviewRackReply,
  occupancy: readonly OccupancyEntry[],
  isTakenOut: boolean,
): ReadonlyMap<string, RackCell> {
  const cells = new Map<string, RackCell>()
  const shown = new Set(entries.flatMap(({ sample }) => (sample ? [sample.sampleId] : [])))
  const held = new Map(occupancy.map((content) => [cellKey(content), content]))
  for (const [key, { contentId, contentAlias, contentName }] of held) {
    if (!shown.has(contentId)) cells.set(key, { state: 'beside', tube: contentAlias, name: contentName })
  }
  for (const entry of entries) cells.set(cellKey(entry), cellOf(entry, cells.get(cellKey(entry))))
  for (const tube of missing) {
    cells.set(cellKey(tube), withMissing(cells.get(cellKey(tube)), tube, isTakenOut))
  }
  return cells
}

/** What is registered in a cell that could not be read stays there. */
function cellOf({ state, code, sample, from }: RackEntry, held: RackCell | undefined): RackCell {
  if (state === 'unreadable') return { state, tube: held?.tube ?? '', name: held?.name ?? '' }
  return {
    state,
    tube: sample?.alias ?? code,
    name: sample?.name ?? '',
    ...(from && { from: from.path }),
  }
}

function withMissing(cell: RackCell | undefined, tube: MissingTube, isTakenOut: boolean): RackCell {
  const missing = { missing: tube.alias, isTakenOut }
  if (cell && cell.state !== 'empty' && cell.state !== 'beside') return { ...cell, ...missing }
  return { state: 'missing', tube: tube.alias, name: tube.name, ...missing }
}
