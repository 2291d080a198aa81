import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { printerCheckQuery, summaryOf } from './check-printer.ts'
import { rememberPrinter } from './choose-printer.ts'
import { PrinterCheck } from './printer-check.tsx'
import styles from './printer-summary.module.css'

/** What the check of the printer came to, without being asked, and the way out of its trouble. */
export function PrinterSummary({ isSuspect = false }: { isSuspect?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { data: report, isFetching, refetch } = useQuery(printerCheckQuery)
  const isOld = isSuspect && isFetching
  if (!report || isOld)
    return <Skeleton active title={false} paragraph={{ rows: 2 }} aria-label="Checking the printer" />
  const { told, trouble } = summaryOf(report)
  const isReady = report.findings.state?.result === 'good'
  const { printers, printer } = report

  function choose(uid: string) {
    rememberPrinter(uid)
    refetch()
  }

  return (
    <div className={styles.summary}>
      <Alert
        showIcon
        type={trouble ? 'warning' : isReady && !isSuspect ? 'success' : 'info'}
        title={!trouble && isSuspect ? 'The printer tells of no trouble: look at its lights' : told}
        description={trouble && `${trouble.told.replace(/\.?$/, '.')} ${trouble.fix}`}
      />
      {printer && (
        <div className={styles.choice}>
          <label htmlFor="batch-printer">Print on</label>
          <Select
            id="batch-printer"
            value={printer.uid}
            onChange={choose}
            options={printers.map(({ uid, name, connection }) => ({
              value: uid,
              label: connection ? `${name} (${connection})` : name,
            }))}
          />
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
