import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { checkPrinter, type PrinterReport } from './check-printer.ts'
import { rememberPrinter } from './choose-printer.ts'
import { printAgent } from './print-agent.ts'

const nothingFound: PrinterReport = { findings: {}, printers: [], printer: undefined }

/** Checks the printer when it is first shown, and again when asked. */
export function usePrinterCheck() {
  const [report, setReport] = useState(nothingFound)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      setReport(nothingFound)
      return checkPrinter(printAgent, setReport)
    },
    meta: { errorTitle: 'The printer check failed' },
  })
  // The agent is outside of React: it is asked once the check is on the screen.
  useEffect(() => mutate(), [mutate])
  return {
    report,
    isChecking: isPending,
    checkAgain: () => mutate(),
    choose: (uid: string) => {
      rememberPrinter(uid)
      mutate()
    },
  }
}
