import type { Cell } from '@lims/contract/positions.ts'
import type { Storage } from '@lims/contract/storage.ts'

/** The props of each step of the Fill Position dialog. */
export type FillStepProps = {
  storage: Storage
  cell: Cell
  /** The label of the cell, such as B4. */
  label: string
  onBack: () => void
  onDone: () => void
}
