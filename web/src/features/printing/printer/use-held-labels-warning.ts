import type { Printer } from '@lims/contract/print-agent.ts'
import { useMutation } from '@tanstack/react-query'
import { App } from 'antd'
import { printAgent } from './print-agent.ts'
import { printerProblems } from './printer-problems.ts'

type Sent = { printer: Printer; count: number }

/**
 * Returns a function that checks the printer to which labels were sent, and says so if they wait in it: a printer that
 * was ready may have been opened, paused or emptied since.
 */
export function useHeldLabelsWarning(): (sent: Sent) => void {
  const { notification } = App.useApp()
  const { mutate } = useMutation({
    mutationFn: ({ printer }: Sent) => printAgent.printerStatus(printer),
    onSuccess: ({ state }, { count }) => {
      const problem = printerProblems[state]
      if (!problem) return
      const title =
        count === 1 ? 'The label is waiting in the printer' : 'The labels are waiting in the printer'
      notification.warning({ title, description: `${problem.message} ${problem.fix}`, duration: 0 })
    },
    meta: { handlesErrors: true },
  })
  return mutate
}
