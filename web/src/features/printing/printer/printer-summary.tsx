import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { printerCheckQuery, summarize } from './check-printer.ts'
import { PrinterCheck } from './printer-check.tsx'
import { PrinterChoice } from './printer-choice.tsx'
import styles from './printer-summary.module.css'
import { useChoosePrinter } from './use-choose-printer.ts'

type Props = {
  /** Labels fail on this printer: it is not called ready even if it reports so. */
  isSuspect?: boolean
}

/** The outcome of the printer check, which starts by itself, with the choice of another printer. */
export function PrinterSummary({ isSuspect = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { data: report, isFetching, refetch } = useQuery(printerCheckQuery)
  const choosePrinter = useChoosePrinter()
  const isOutdated = isSuspect && isFetching
  if (!report || isOutdated)
    return <Skeleton active title={false} paragraph={{ rows: 2 }} aria-label="Checking the printer" />
  const { message, problem } = summarize(report)
  const isReady = report.findings.state?.result === 'ok'
  const { printers, printer } = report

  function choose(uid: string) {
    choosePrinter(uid)
    refetch()
  }

  return (
    <div className={styles.summary}>
      <Alert
        showIcon
        type={problem ? 'warning' : isReady && !isSuspect ? 'success' : 'info'}
        title={!problem && isSuspect ? 'The printer reports no problem: check its lights' : message}
        description={problem && `${problem.message.replace(/\.?$/, '.')} ${problem.fix}`}
      />
      {printer && (
        <div className={styles.choice}>
          <PrinterChoice id="batch-printer" printers={printers} printer={printer} onChoose={choose} />
        </div>
      )}
      <div className={styles.links}>
        <Button size="small" loading={isFetching} onClick={() => refetch()}>
          Check again
        </Button>
        <Button size="small" onClick={() => setOpen(true)}>
          Details
        </Button>
      </div>
      <PrinterCheck
        isOpen={isOpen}
        onClose={() => {
          setOpen(false)
          refetch()
        }}
      />
    </div>
  )
}
