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

/** The mutation key of what a step creates: its dialog stays open until the reply. */
export const creationKey = ['fill-position', 'create']
