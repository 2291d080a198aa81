import type { ReactNode } from 'react'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'

/** Prints the labels of a batch. */
export const PrintDialog = lazyDialog(() => import('./print-dialog.tsx').then((file) => file.PrintDialog))

const PrintChosenDialog = lazyDialog(() =>
  import('./print-dialog.tsx').then((file) => file.PrintChosenDialog),
)

/** Renders the dialog that prints the labels of chosen samples. */
export const printChosen = (sampleIds: readonly string[], onClose: () => void): ReactNode => (
  <PrintChosenDialog sampleIds={sampleIds} onClose={onClose} />
)
