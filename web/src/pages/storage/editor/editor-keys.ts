import type { Shortcut } from '../../../ui/shortcut.ts'

export const editorKeys = [
  { keys: ['enter'], does: 'Open the cell, or set down the tubes in hand' },
  { keys: [' '], does: 'Choose the tube, or leave it' },
  { keys: ['ctrl a'], does: 'Choose every tube' },
  { keys: ['ctrl x'], does: 'Take the chosen tubes in hand' },
  { keys: ['ctrl v'], does: 'Set them down from this cell on' },
  { keys: ['escape'], does: 'Let go of what is chosen or in hand' },
] as const satisfies readonly Shortcut[]
