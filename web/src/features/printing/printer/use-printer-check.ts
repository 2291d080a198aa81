import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { checkPrinter, emptyReport } from './check-printer.ts'
import { rememberPrinter } from './choose-printer.ts'
import { printAgent } from './print-agent.ts'

/** Checks the printer when first rendered, when another printer is chosen, and on request. */
export function usePrinterCheck() {
  const [report, setReport] = useState(emptyReport)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      setReport(emptyReport)
      return checkPrinter(printAgent, setReport)
    },
    meta: { errorTitle: 'The printer check failed' },
  })
  // The print agent is outside React.
  useEffect(() => mutate(), [mutate])
  return {
    report,
    isChecking: isPending,
    checkAgain: () => mutate(),
    choosePrinter: (uid: string) => {
      rememberPrinter(uid)
      mutate()
    },
  }
}
