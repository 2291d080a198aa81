import type { Batch } from '@lims/contract/batches.ts'
import { printTexts } from '@lims/contract/print-agent.ts'
import type { PrintRun } from '@lims/contract/print-runs.ts'
import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { CallError, textOfFailure } from '../api/call-error.ts'
import { summaryOf } from '../printing/check-printer.ts'
import styles from './print-dialog.module.css'
import { printerCheckQuery, type WhichLabels } from './print-run-api.ts'
import { PrinterSummary } from './printer-summary.tsx'
import { ReprintQuestion } from './reprint-question.tsx'

type Props = {
  batch: Pick<Batch, 'numSamples'>
  start: UseMutationResult<PrintRun, Error, WhichLabels>
  onClose: () => void
}

/** Before the first label: is there something to print, and something to print it with? */
export function StartPanel({ batch: { numSamples }, start, onClose }: Props) {
  const [which, setWhich] = useState<WhichLabels>({ onlyUnprinted: true })
  const { data: report } = useQuery(printerCheckQuery)
  const canPrint = report !== undefined && summaryOf(report).canPrint
  const asksWhy = start.error instanceof CallError && start.error.code === 'reprint-needs-reason'
  const [asked, setAsked] = useState<string>()
  const question = asksWhy ? textOfFailure(start.error) : asked
  const isAnswered = !question || which.onlyUnprinted || Boolean(which.reason?.trim())

  function begin() {
    if (asksWhy) setAsked(question)
    start.mutate(question ? which : {})
  }

  return (
    <div className={styles.panel}>
      {numSamples === 0 ? (
        <Alert type="warning" showIcon title={printTexts.noSamples} />
      ) : (
        <p className={styles.count}>
          {numSamples === 1 ? '1 label' : `${numSamples.toLocaleString('en')} labels`} to print
        </p>
      )}
      <PrinterSummary />
      {question && <ReprintQuestion text={question} which={which} onWhich={setWhich} />}
      {start.error && !asksWhy && <Refusal failure={start.error} />}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          // Anew once the printer is known to be ready, to take the focus then.
          key={`${canPrint}`}
          type="primary"
          autoFocus
          loading={start.isPending}
          disabled={!canPrint || numSamples === 0 || !isAnswered}
          onClick={begin}
        >
          Start Printing
        </Button>
      </div>
    </div>
  )
}

function Refusal({ failure }: { failure: Error }) {
  const isEmpty = failure instanceof CallError && failure.code === 'nothing-to-print'
  const text = textOfFailure(failure)
  return isEmpty ? (
    <Alert type="warning" showIcon title={text} />
  ) : (
    <Alert type="error" showIcon title="Printing could not start" description={text} />
  )
}
