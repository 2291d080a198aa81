import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'

const PrintChosenDialog = lazy(() =>
  import('./print-dialog.tsx').then((file) => ({ default: file.PrintChosenDialog })),
)
const LazyPrintDialog = lazy(() =>
  import('./print-dialog.tsx').then((file) => ({ default: file.PrintDialog })),
)

/** Renders the dialog that prints the labels of chosen samples; its script is loaded when it is needed. */
export const printChosen = (sampleIds: readonly string[], onClosed: () => void): ReactNode => (
  <Suspense>
    <PrintChosenDialog sampleIds={sampleIds} onClosed={onClosed} />
  </Suspense>
)

/** The dialog that prints the labels of a batch; its script is loaded when it is needed. */
export const PrintDialog = (props: ComponentProps<typeof LazyPrintDialog>) => (
  <Suspense>
    <LazyPrintDialog {...props} />
  </Suspense>
)
