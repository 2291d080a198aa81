import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useWrite } from '../../../api/use-write.ts'
import { PrintAgentError } from '../printer/print-agent-error.ts'
import { useHeldLabelsWarning } from '../printer/use-held-labels-warning.ts'
import { labelPrintsQuery } from './label-api.ts'
import { printLabel, UnrecordedLabelError } from './print-label.ts'
import { sentText } from './sent-text.ts'

const isInDoubt = (failure: Error) =>
  (failure instanceof UnrecordedLabelError || failure instanceof PrintAgentError) && failure.mayHavePrinted

/** Prints the label of a sample and reports the result. */
export function useLabelPrinting(sampleId: string) {
  const { notification } = App.useApp()
  const queryClient = useQueryClient()
  const warnIfHeld = useHeldLabelsWarning()
  return useWrite({
    mutationFn: (reason: string | undefined, { token }) => printLabel(sampleId, reason, { token }),
    onSuccess: (result) => {
      if ('needsReason' in result) return
      const { printer } = result
      notification.success({ title: sentText(printer), description: printer.name })
      warnIfHeld({ printer, count: 1 })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: labelPrintsQuery(sampleId).queryKey }),
    meta: {
      errorTitle: 'Failed to print label',
      noticeOf: (text, failure) =>
        isInDoubt(failure)
          ? { title: 'The label may have been printed', detail: text, seconds: 0 }
          : undefined,
    },
  })
}
