import { type Printer, printTexts } from '@lims/contract/print-agent.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useWrite } from '../../../api/use-write.ts'
import { printAgent } from '../printer/print-agent.ts'
import { printerProblems } from '../printer/printer-problems.ts'
import { labelPrintsQuery } from './label-api.ts'
import { printLabel, unrecorded } from './print-label.ts'

/** The laboratory's usual printer is named by its model, another one by its own name. */
const sentTo = ({ name }: Printer) =>
  /ZD611(?!-203)/.test(name) ? printTexts.sent : `Label sent to the label printer ${name}`

const doubts: readonly string[] = [printTexts.inDoubt, unrecorded]
const inDoubt = (text: string) =>
  doubts.includes(text) ? { title: 'The label may have been printed', detail: text, seconds: 0 } : undefined

export function usePrintLabel(sampleId: string) {
  const { notification } = App.useApp()
  const queryClient = useQueryClient()
  // What the agent has taken may still lie in a printer that is paused, open or empty.
  const askPrinter = useMutation({
    mutationFn: printAgent.printerStatus,
    onSuccess: ({ state }) => {
      const trouble = printerProblems[state]
      if (!trouble) return
      const description = `${trouble.message} ${trouble.fix}`
      notification.warning({ title: 'The label waits in the printer', description, duration: 0 })
    },
    meta: { handlesErrors: true },
  })
  return useWrite({
    mutationFn: (reason: string | undefined) => printLabel(sampleId, reason),
    onSuccess: (printed) => {
      if ('needsReason' in printed) return
      const { printer } = printed
      notification.success({ title: sentTo(printer), description: printer.name, role: 'status' })
      askPrinter.mutate(printer)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: labelPrintsQuery(sampleId).queryKey }),
    meta: { errorTitle: 'Failed to print label', noticeOf: inDoubt },
  })
}
