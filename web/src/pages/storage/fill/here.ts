import type { Cell } from '@lims/contract/positions.ts'
import type { Storage } from '@lims/contract/storage.ts'

/** What each step of the dialog is given. */
export type Here = {
  storage: Storage
  cell: Cell
  label: string
  onBack: () => void
  onDone: () => void
}
