import type {
  MissingTube,
  PreviewRackReply,
  RackArrival,
  RackEntry,
  RackEntryState,
} from '@lims/contract/rack-scan.ts'

/** The state of a cell in the preview. Each has a sign and a word, so that it does not depend on its colour. */
export type RackState = RackEntryState | 'back' | 'outOfUse' | 'missing' | 'away' | 'notInFile'

export const rackStates: Record<RackState, { sign: string; word: string }> = {
  moved: { sign: '→', word: 'Moved here' },
  new: { sign: '+', word: 'New in storage' },
  back: { sign: '↩', word: 'Back in its place' },
  missing: { sign: '−', word: 'Missing' },
  unknown: { sign: '?', word: 'Unknown' },
  outOfUse: { sign: '✕', word: 'Depleted or disposed of' },
  unreadable: { sign: '!', word: 'Unreadable' },
  same: { sign: '=', word: 'In its place' },
  away: { sign: '○', word: 'Away, as recorded' },
  empty: { sign: '', word: 'Empty' },
  notInFile: { sign: '·', word: 'Not in the file' },
}

/** In the order of interest. */
export const rackStateOrder = [
  'moved',
  'new',
  'back',
  'missing',
  'unknown',
  'outOfUse',
  'unreadable',
  'same',
  'away',
  'empty',
] as const

/** What a tube was until the file is applied. */
export const arrivalWords: Record<RackArrival, string> = {
  returned: 'was checked out',
  found: 'was missing',
  'put-away': 'was to be put away',
}

/**
 * The state of a scanned cell as it is shown: a tube that applying the file brings back is not only in its place, and
 * one that is depleted or disposed of is not new in storage.
 */
export function stateOfEntry({ state, arrival, outOfUse }: RackEntry): RackState {
  if (outOfUse) return 'outOfUse'
  return state === 'same' && arrival ? 'back' : state
}

export function countStates({ entries, missing, away }: PreviewRackReply): Record<RackState, number> {
  const counts = {
    moved: 0,
    new: 0,
    back: 0,
    missing: missing.length,
    unknown: 0,
    outOfUse: 0,
    unreadable: 0,
    same: 0,
    away: away.length,
    empty: 0,
    notInFile: 0,
  }
  for (const entry of entries) counts[stateOfEntry(entry)] += 1
  return counts
}

/** The number of missing tubes whose cell the scan gives to another tube. */
export const countInTheWay = (missing: readonly MissingTube[]): number =>
  missing.filter(({ isInTheWay }) => isInTheWay).length
