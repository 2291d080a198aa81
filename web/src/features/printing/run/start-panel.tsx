import type { Batch } from '@lims/contract/batches.ts'
import { printTexts } from '@lims/contract/print-agent.ts'
import type { PrintRun } from '@lims/contract/print-runs.ts'
import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { CallError, textOfFailure } from '../../../api/call-error.ts'
import { printerCheckQuery, summarize } from '../printer/check-printer.ts'
import { PrinterSummary } from '../printer/printer-summary.tsx'
import styles from './print-dialog.module.css'
import { labelCount } from './print-progress.ts'
import { type LabelSelection, printedBeforeQuery } from './print-run-api.ts'
import { ReprintQuestion } from './reprint-question.tsx'

type Props = {
  batch: Pick<Batch, 'id' | 'numSamples'>
  start: Pick<UseMutationResult<PrintRun, Error, LabelSelection>, 'mutate' | 'error' | 'isPending'>
  onClose: () => void
}

/** Before the first label: is there something to print, and something to print it with? */
export function StartPanel({ batch: { id, numSamples }, start, onClose }: Props) {
  const [chosen, setChosen] = useState<LabelSelection>()
  const { data: report } = useQuery(printerCheckQuery)
  const { data: prints, isPending } = useQuery(printedBeforeQuery(id))
  const { total, printedBefore } = prints ?? { total: numSamples, printedBefore: 0 }
  const unprinted = total - printedBefore
  const which = unprinted === 0 ? { reason: chosen?.reason ?? '' } : (chosen ?? { onlyUnprinted: true })
  const isAnswered = printedBefore === 0 || which.onlyUnprinted || Boolean(which.reason?.trim())
  const isKnown = report !== undefined && !isPending
  const canPrint = isKnown && summarize(report).canPrint && numSamples > 0 && isAnswered
  const count = which.onlyUnprinted ? unprinted : total

  return (
    <div className={styles.panel}>
      {numSamples === 0 ? (
        <Alert type="warning" showIcon title={printTexts.noSamples} />
      ) : (
        unprinted > 0 && <p className={styles.count}>{labelCount(count)} to print</p>
      )}
      {printedBefore > 0 && (
        <ReprintQuestion total={total} printedBefore={printedBefore} which={which} onWhich={setChosen} />
      )}
      <PrinterSummary />
      {start.error && <Refusal failure={start.error} />}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          // Anew once the printer is known to be ready, to take the focus then.
          key={`${isKnown}`}
          type="primary"
          autoFocus={canPrint}
          loading={start.isPending}
          disabled={!canPrint}
          onClick={() => start.mutate(printedBefore > 0 ? which : {})}
        >
          Start Printing
        </Button>
      </div>
    </div>
  )
}

/** Somebody printed meanwhile: what is asked then is asked anew above. */
const askedAnew: readonly CallError['code'][] = ['nothing-to-print', 'reprint-needs-reason']

function Refusal({ failure }: { failure: Error }) {
  const isAsked = failure instanceof CallError && askedAnew.includes(failure.code)
  const text = textOfFailure(failure)
  return isAsked ? (
    <Alert type="warning" showIcon title={text} />
  ) : (
    <Alert type="error" showIcon title="Printing could not start" description={text} />
  )
}
