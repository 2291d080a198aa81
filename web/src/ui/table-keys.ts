import type { Shortcut } from './shortcut.ts'

/** Work while something in the list has the focus. */
export const tableKeys = [
  { keys: ['pageup', 'pagedown'], does: 'Scroll the list' },
  { keys: ['ctrl home', 'ctrl end'], does: 'Go to the first row, or the last one loaded' },
] as const satisfies readonly Shortcut[]
