import { printTexts } from '@lims/contract/print-agent.ts'
import { Alert } from 'antd'
import { PrinterSummary } from '../printer/printer-summary.tsx'
import type { PrintProgress } from './print-progress.ts'
import { labelsInWords } from './print-run-texts.ts'

/** Why the run stands still, or how it ended. */
export function RunOutcome({ progress }: { progress: PrintProgress }) {
  const { phase, issue, ending, retriedFailures, counts } = progress
  if (issue?.at === 'printer') {
    return (
      <>
        <Alert
          type="error"
          showIcon
          title={printTexts.printerIssues}
          description={
            issue.trouble
              ? `${issue.trouble.message} ${issue.trouble.fix} Labels sent before may come out then: look before you answer, and resume.`
              : '3 labels in a row failed. Mend the printer, then resume; the failed labels can be retried at the end.'
          }
        />
        {!issue.trouble && <PrinterSummary isSuspect />}
      </>
    )
  }
  if (issue?.at === 'server') {
    return (
      <Alert
        type="error"
        showIcon
        title="LIMS does not answer"
        description={`${issue.text}. What is not recorded is not printed. ${
          phase === 'cancelling'
            ? 'The run ends as soon as LIMS answers. Whoever leaves before keeps it, and can end it later.'
            : 'Resume when the connection is back.'
        }`}
      />
    )
  }
  if (!ending) return null

  const retried =
    retriedFailures === undefined
      ? undefined
      : retriedFailures === 0
        ? printTexts.retriedAll
        : printTexts.retriedSome(retriedFailures)
  const retriedNote = retried && (
    <Alert showIcon type={retriedFailures === 0 ? 'success' : 'warning'} title={retried} />
  )
  switch (ending.how) {
    case 'completed':
      return (
        <>
          {retriedNote}
          <Alert type="success" showIcon title={printTexts.completed} />
        </>
      )
    case 'unfinished':
      return (
        retriedNote ?? (
          <Alert type="warning" showIcon title={printTexts.completed} description={left(counts)} />
        )
      )
    case 'cancelled':
      return (
        <Alert
          type="info"
          showIcon
          title={printTexts.cancelled}
          description="The labels that were not printed can be printed alone by another run."
        />
      )
    case 'lost':
      return (
        <Alert
          type="warning"
          showIcon
          title="This window prints no more of this run"
          description={`${ending.text}${ending.lastTubeId ? ` The last label sent from here was ${ending.lastTubeId}.` : ''}`}
        />
      )
  }
}

function left({ failed, unknown }: PrintProgress['counts']): string {
  const parts = [
    ...(failed > 0 ? [`${labelsInWords(failed)} failed: retry, or end the run.`] : []),
    ...(unknown > 0 ? [`${labelsInWords(unknown)} in doubt: look whether they came out.`] : []),
  ]
  return parts.join(' ')
}
