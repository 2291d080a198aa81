import type { Shortcut } from '../../../ui/shortcut.ts'

/** Alone in the empty field. */
export const scanInKeys = [
  { keys: ['m'], does: 'Bring a tube here that is stored elsewhere' },
] as const satisfies readonly Shortcut[]
