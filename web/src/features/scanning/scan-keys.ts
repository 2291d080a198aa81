import type { Shortcut } from '../../ui/shortcut.ts'

/** A scanner may also end its codes with Tab. */
export const inScanField = [
  { keys: ['enter'], does: 'Submit the typed code' },
] as const satisfies readonly Shortcut[]
