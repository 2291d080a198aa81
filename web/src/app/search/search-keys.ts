import type { Shortcut } from '../../ui/shortcut.ts'

/** While the notice of what was done last stands, and outside a field, where they undo the typing. */
export const undoKeys = [
  { keys: ['ctrl z'], does: 'Undo what was done last' },
] as const satisfies readonly Shortcut[]

/** From anywhere outside a field; Ctrl+K from inside one too. */
export const goToSearch = [
  { keys: ['/', 'ctrl k'], does: 'Go to Scan or search' },
] as const satisfies readonly Shortcut[]

export const inSearch = [
  { keys: ['enter'], does: 'Search, or open the hit that is chosen' },
  { keys: ['arrowdown', 'arrowup'], does: 'Choose a hit' },
  { keys: ['escape'], does: 'Close the hits' },
] as const satisfies readonly Shortcut[]
