import type { Shortcut } from '../../ui/shortcut.ts'

/** A scanner may also end its codes with Tab. */
export const inScanField = [
  { keys: ['enter'], does: 'Submit the typed code' },
  { keys: ['ctrl', 'z'], does: 'Undo the last receipt, in the empty field' },
] as const satisfies readonly Shortcut[]
