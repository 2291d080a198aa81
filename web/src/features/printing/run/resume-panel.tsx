import type { PrintRun } from '@lims/contract/print-runs.ts'
import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { formatInstant } from '../../../ui/format-instant.ts'
import { printerCheckQuery, summarize } from '../printer/check-printer.ts'
import { PrinterSummary } from '../printer/printer-summary.tsx'
import styles from './print-dialog.module.css'
import { describeProgress, isActive } from './print-progress.ts'
import { useConfirmEnd } from './use-confirm-end.ts'

type Props = {
  /** 'This batch has an unfinished print run' */
  title: string
  run: PrintRun
  quietSeconds: number
  takeOver: Pick<UseMutationResult<unknown, Error, PrintRun>, 'mutate' | 'isPending'>
  end: Pick<UseMutationResult<unknown, Error, PrintRun>, 'mutate' | 'isPending'>
  resumesAtOnce: boolean
  onClose: () => void
}

/** Resumes or ends a run whose window was closed, or takes it over from another window. */
export function ResumePanel({ title, run, quietSeconds, takeOver, end, resumesAtOnce, onClose }: Props) {
  const { data: report } = useQuery(printerCheckQuery)
  const canPrint = report !== undefined && summarize(report).canPrint
  const isPrintingElsewhere = isActive(quietSeconds)
  // A run that was active when this dialog opened is only taken over by a click, however slow its printer is.
  const [wasPrintingElsewhere] = useState(isPrintingElsewhere)
  /** Whether the run was resumed, or the person has pressed 'End run': it is not resumed behind the question. */
  const isDecided = useRef(false)
  const confirmEnd = useConfirmEnd()
  // A label that another window is sending is in doubt once the run has ended.
  const inDoubtAtEnd = run.counts.unknown + run.counts.sending
  const { mutate } = takeOver

  // Waits for the printer check, which ends after the dialog has opened.
  useEffect(() => {
    if (!resumesAtOnce || !canPrint || wasPrintingElsewhere || isDecided.current) return
    isDecided.current = true
    mutate(run)
  }, [resumesAtOnce, canPrint, wasPrintingElsewhere, mutate, run])

  function handleEnd() {
    isDecided.current = true
    confirmEnd(inDoubtAtEnd, () => end.mutate(run))
  }

  return (
    <div className={styles.panel}>
      <Alert
        type="info"
        showIcon
        title={title}
        description={`${run.startedByName} started it on ${formatInstant(run.startedAt)}. ${describeProgress(run, quietSeconds)}.`}
      />
      {isPrintingElsewhere && (
        <Alert
          type="warning"
          showIcon
          title={`This run was active ${quietSeconds} s ago`}
          description="Another window may be printing it. That window stops when you take over; no label is printed twice."
        />
      )}
      <PrinterSummary />
      <div className={styles.buttons}>
        <Button onClick={onClose}>Not now</Button>
        <Button danger loading={end.isPending} onClick={handleEnd}>
          End run
        </Button>
        <Button
          type="primary"
          disabled={!canPrint}
          loading={takeOver.isPending}
          onClick={() => takeOver.mutate(run)}
        >
          {isPrintingElsewhere ? 'Take over' : 'Resume run'}
        </Button>
      </div>
    </div>
  )
}
