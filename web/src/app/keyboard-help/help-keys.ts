import { inScanField } from '../../features/scanning/scan-keys.ts'
import { editorKeys } from '../../pages/storage/editor/editor-keys.ts'
import { stepKeys, widerStepKeys } from '../../pages/storage/grid/grid-steps.ts'
import { scanInKeys } from '../../pages/storage/scan-in/scan-in-keys.ts'
import type { Shortcut } from '../../ui/shortcut.ts'
import { tableKeys } from '../../ui/table-keys.ts'
import { goToSearch, inSearch, undoKeys } from '../search/search-keys.ts'

/** Works outside of fields. */
export const goToHelp = [
  { keys: ['?'], does: 'Show keyboard shortcuts' },
] as const satisfies readonly Shortcut[]

/** Handled by the dialogs of antd. */
const inDialog: readonly Shortcut[] = [
  { keys: ['escape'], does: 'Close the dialog or the menu that is open' },
]

type Place = { title: string; shortcuts: readonly Shortcut[] }

/** The shortcuts by screen. Each screen declares its own where it handles them. */
export const places: readonly Place[] = [
  { title: 'Everywhere', shortcuts: [...goToSearch, ...undoKeys, ...goToHelp, ...inDialog] },
  { title: 'Scan or search', shortcuts: inSearch },
  { title: 'Long lists', shortcuts: tableKeys },
  { title: 'Receive', shortcuts: inScanField },
  { title: 'Scan in, in a box', shortcuts: [...inScanField, ...scanInKeys] },
  { title: 'Grid of a storage', shortcuts: [...stepKeys, ...widerStepKeys, ...editorKeys] },
]
