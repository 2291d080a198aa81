import type { Shortcut } from '../../../ui/shortcut.ts'

export const editorKeys = [
  { keys: ['enter'], does: 'Open the cell, or paste the cut tubes here' },
  { keys: [' '], does: 'Select or deselect the tube' },
  { keys: ['ctrl a'], does: 'Select all tubes' },
  { keys: ['ctrl x'], does: 'Cut the selected tubes' },
  { keys: ['ctrl v'], does: 'Paste them, starting at this cell' },
  { keys: ['escape'], does: 'Clear the selection, or cancel the move' },
] as const satisfies readonly Shortcut[]
