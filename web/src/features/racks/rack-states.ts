import type { MissingTube, PreviewRackReply, RackEntryState } from '@lims/contract/rack-scan.ts'

/** How a cell of the preview is told apart: by a sign and a word, and by a colour besides. */
export type RackState = Exclude<RackEntryState, 'same'> | 'same' | 'missing' | 'beside'

export const rackStates: Record<RackState, { sign: string; word: string }> = {
  moved: { sign: '→', word: 'Moved here' },
  new: { sign: '+', word: 'New in storage' },
  missing: { sign: '−', word: 'Missing' },
  unknown: { sign: '?', word: 'Unknown' },
  unreadable: { sign: '!', word: 'Unreadable' },
  same: { sign: '=', word: 'In its place' },
  empty: { sign: '', word: 'Empty' },
  beside: { sign: '·', word: 'Not in the file' },
}

/** In the order in which a person wants to hear of them. */
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
    beside: 0,
  }
  for (const { state } of entries) counts[state] += 1
  return counts
}

export const inTheWay = (missing: readonly MissingTube[]): number =>
  missing.filter(({ isInTheWay }) => isInTheWay).length
