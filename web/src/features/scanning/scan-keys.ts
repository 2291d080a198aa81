import type { Shortcut } from '../../ui/shortcut.ts'

/** A scanner may end its codes with Tab instead. */
export const inScanField = [
  { keys: ['enter'], does: 'Take the code that was typed' },
] as const satisfies readonly Shortcut[]
