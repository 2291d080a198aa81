import { printTexts } from '@lims/contract/print-agent.ts'
import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { CallError, textOfFailure } from '../../../api/call-error.ts'
import { printerCheckQuery, summarize } from '../printer/check-printer.ts'
import { PrinterSummary } from '../printer/printer-summary.tsx'
import styles from './print-dialog.module.css'
import { labelCount } from './print-progress.ts'
import { type LabelSelection, type LabelSource, printedBeforeQuery } from './print-run-api.ts'
import { ReprintQuestion } from './reprint-question.tsx'

type Props = {
  source: LabelSource
  numSamples: number
  start: Pick<UseMutationResult<unknown, Error, LabelSelection>, 'mutate' | 'error' | 'isPending'>
  onClose: () => void
}

/** Checks before the first label that there are labels to print and a printer to print them. */
export function StartPanel({ source, numSamples, start, onClose }: Props) {
  const [chosen, setChosen] = useState<LabelSelection>()
  const { data: report } = useQuery(printerCheckQuery)
  const { data: prints, isPending, isLoadingError } = useQuery(printedBeforeQuery(source))
  const before = prints ?? { total: numSamples, printedBefore: 0, inDoubt: 0, samplesInDoubt: [] }
  const { total, printedBefore } = before
  const unprinted = total - printedBefore
  const selection = unprinted === 0 ? { reason: chosen?.reason ?? '' } : (chosen ?? { onlyUnprinted: true })
  const isSelected = printedBefore === 0 || selection.onlyUnprinted || Boolean(selection.reason?.trim())
  const isChecked = report !== undefined && !isPending
  const canPrint = isChecked && summarize(report).canPrint && numSamples > 0 && isSelected
  const count = selection.onlyUnprinted ? unprinted : total

  return (
    <div className={styles.panel}>
      {numSamples === 0 ? (
        <Alert type="warning" showIcon title={printTexts.noSamples} />
      ) : (
        unprinted > 0 && !isLoadingError && <p className={styles.count}>{labelCount(count)} to print</p>
      )}
      {isLoadingError && numSamples > 0 && (
        <Alert
          type="warning"
          showIcon
          title="It could not be checked which labels were printed before"
          description="This is checked again when you start."
        />
      )}
      {printedBefore > 0 && <ReprintQuestion before={before} selection={selection} onSelect={setChosen} />}
      <PrinterSummary />
      {start.error && <StartError failure={start.error} />}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          // A new button when the printer is found, so that it takes the focus then.
          key={`${isChecked}`}
          type="primary"
          autoFocus={canPrint}
          loading={start.isPending}
          disabled={!canPrint}
          onClick={() => start.mutate(printedBefore > 0 ? selection : {})}
        >
          Start Printing
        </Button>
      </div>
    </div>
  )
}

/** Somebody else has printed labels of the batch. The question above must be answered again. */
const selectionOutdated: readonly CallError['code'][] = ['nothing-to-print', 'reprint-needs-reason']

function StartError({ failure }: { failure: Error }) {
  const isOutdated = failure instanceof CallError && selectionOutdated.includes(failure.code)
  const text = textOfFailure(failure)
  return isOutdated ? (
    <Alert type="warning" showIcon title={text} />
  ) : (
    <Alert type="error" showIcon title="Printing could not start" description={text} />
  )
}
