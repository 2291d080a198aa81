import type { Shortcut } from '../../../ui/shortcut.ts'

/** Pressed alone in the empty scan field. */
export const scanInKeys = [
  { keys: ['m'], does: 'Move a tube here that is stored elsewhere' },
] as const satisfies readonly Shortcut[]
