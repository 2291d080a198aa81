import { printTexts } from '@lims/contract/print-agent.ts'
import { Alert } from 'antd'
import { noLongerReplies } from '../printer/printer-problems.ts'
import { PrinterSummary } from '../printer/printer-summary.tsx'
import { labelCount } from './print-progress.ts'
import { failuresAfterRetry, type PrintRunState } from './print-run-state.ts'

/** Why the run has paused, or how it ended. */
export function RunOutcome({ state }: { state: PrintRunState }) {
  const { phase, issue, ending, counts } = state
  if (issue?.source === 'printer') {
    return (
      <>
        <Alert
          type="error"
          showIcon
          title={printTexts.printerIssues}
          description={
            issue.problem
              ? `${issue.problem.message} ${issue.problem.fix} Labels sent before may be printed then: check before you decide, and resume.`
              : describeRow(counts)
          }
        />
        {(!issue.problem || issue.problem === noLongerReplies) && <PrinterSummary isSuspect />}
      </>
    )
  }
  if (issue?.source === 'server') {
    return (
      <Alert
        type="error"
        showIcon
        title="LIMS does not respond"
        description={`${issue.message.replace(/\.?$/, '.')} Labels are printed only while LIMS records them. ${
          phase === 'cancelling'
            ? 'The run ends as soon as LIMS responds. If you leave before, it is kept and can be ended later.'
            : 'Resume when the connection is back.'
        }`}
      />
    )
  }
  if (!ending) return null

  const numFailing = failuresAfterRetry(state)
  const retriedNote = numFailing !== undefined && (
    <Alert
      showIcon
      type={numFailing === 0 ? 'success' : 'warning'}
      title={numFailing === 0 ? printTexts.retriedAll : printTexts.retriedSome(numFailing)}
    />
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
        <>
          {retriedNote}
          {(!retriedNote || counts.unknown > 0) && (
            <Alert type="warning" showIcon title={printTexts.completed} description={remaining(counts)} />
          )}
        </>
      )
    case 'cancelled':
      return (
        <Alert
          type="info"
          showIcon
          title={printTexts.cancelled}
          description="The labels that were not printed can be printed by another run."
        />
      )
    case 'stopped':
      return (
        <Alert
          type="warning"
          showIcon
          title="This window has stopped printing this run"
          description={`${ending.message}${ending.lastTubeId ? ` The last label sent from here was ${ending.lastTubeId}.` : ''}`}
        />
      )
  }
}

/** Describes three failures in a row. Labels in doubt may have been printed: the text does not say to retry them. */
function describeRow({ failed, unknown }: PrintRunState['counts']): string {
  const what =
    unknown === 0 ? 'failed' : failed === 0 ? 'were not confirmed by the printer' : 'failed or are in doubt'
  const todo = [
    'Fix the printer, ',
    ...(unknown > 0 ? ['check whether those in doubt were printed and decide, '] : []),
    'then resume',
    ...(failed > 0 ? ['; the failed labels can be retried at the end'] : []),
  ]
  return `3 labels in a row ${what}. ${todo.join('')}.`
}

function remaining({ failed, unknown }: PrintRunState['counts']): string {
  const parts = [
    ...(failed > 0 ? [`${labelCount(failed)} failed: retry, or end the run.`] : []),
    ...(unknown > 0
      ? [`${labelCount(unknown)} in doubt: check whether ${unknown === 1 ? 'it was' : 'they were'} printed.`]
      : []),
  ]
  return parts.join(' ')
}
