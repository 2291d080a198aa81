import { useEffect, useRef, useState } from 'react'
import { useReportedMutation } from '../../../api/use-reported-mutation.ts'
import { checkPrinter, emptyReport, withPrinter } from './check-printer.ts'
import { printAgent } from './print-agent.ts'
import { useChoosePrinter } from './use-choose-printer.ts'

/**
 * Checks the printer when first rendered, when another printer is chosen, and on request. `choice` is the report whose
 * printers can be chosen: while a check has not come to them, that of the check before.
 */
export function usePrinterCheck() {
  const [report, setReport] = useState(emptyReport)
  const [choice, setChoice] = useState(emptyReport)
  const numChecks = useRef(0)
  const choosePrinter = useChoosePrinter()
  const { mutate, isPending } = useReportedMutation({
    mutationFn: async () => {
      numChecks.current += 1
      const check = numChecks.current
      // What comes late of an earlier check may be about another printer.
      const isLatest = () => numChecks.current === check
      setReport(emptyReport)
      const found = await checkPrinter(printAgent, (next) => {
        if (!isLatest()) return
        setReport(next)
        if (next.printer) setChoice(next)
      })
      if (isLatest()) setChoice(found)
    },
    meta: { errorTitle: 'The printer check failed' },
  })
  // The print agent is outside React.
  useEffect(() => mutate(), [mutate])
  return {
    report,
    choice,
    isChecking: isPending,
    checkAgain: () => mutate(),
    choosePrinter: (uid: string) => {
      choosePrinter(uid)
      setChoice(withPrinter(choice, uid))
      mutate()
    },
  }
}
