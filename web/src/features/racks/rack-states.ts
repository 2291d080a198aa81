import type { MissingTube, PreviewRackReply, RackEntryState } from '@lims/contract/rack-scan.ts'

/** The state of a cell in the preview. Each has a sign and a word, so that it does not depend on its colour. */
export type RackState = RackEntryState | 'missing' | 'notInFile'

export const rackStates: Record<RackState, { sign: string; word: string }> = {
  moved: { sign: '→', word: 'Moved here' },
  new: { sign: '+', word: 'New in storage' },
  missing: { sign: '−', word: 'Missing' },
  unknown: { sign: '?', word: 'Unknown' },
  unreadable: { sign: '!', word: 'Unreadable' },
  same: { sign: '=', word: 'In its place' },
  empty: { sign: '', word: 'Empty' },
  notInFile: { sign: '·', word: 'Not in the file' },
}

/** In the order of interest. */
export const rackStateOrder = ['moved', 'new', 'missing', 'unknown', 'unreadable', 'same', 'empty'] as const

export function countStates({ entries, missing }: PreviewRackReply): Record<RackState, number> {
  const counts = {
    moved: 0,
    new: 0,
    missing: missing.length,
    unknown: 0,
    unreadable: 0,
    same: 0,
    empty: 0,
    notInFile: 0,
  }
  for (const { state } of entries) counts[state] += 1
  return counts
}

/** The number of missing tubes whose cell the scan gives to another tube. */
export const countInTheWay = (missing: readonly MissingTube[]): number =>
  missing.filter(({ isInTheWay }) => isInTheWay).length
