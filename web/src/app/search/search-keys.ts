import type { Shortcut } from '../../ui/shortcut.ts'

/** Works while the notice of the last action is shown, and outside of fields, where it undoes typing. */
export const undoKeys = [
  { keys: ['ctrl z'], does: 'Undo the last action' },
] as const satisfies readonly Shortcut[]

/** Work outside of fields; Ctrl+K also inside. */
export const goToSearch = [
  { keys: ['/', 'ctrl k'], does: 'Go to Scan or search' },
] as const satisfies readonly Shortcut[]

export const inSearch = [
  { keys: ['enter'], does: 'Search, or open the selected result' },
  { keys: ['arrowdown', 'arrowup'], does: 'Select a result' },
  { keys: ['escape'], does: 'Close the results' },
] as const satisfies readonly Shortcut[]
