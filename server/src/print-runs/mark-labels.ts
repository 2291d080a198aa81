import { type MarkLabelsBody, nextPrintStates } from '@lims/contract/print-runs.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { markLabels } from './print-label-queries.ts'
import { lockRun } from './print-run-queries.ts'

/** Records what became of labels, all or none: a label that another tab has moved on refuses the whole. */
export async function markPrintLabels(
  trx: Transaction,
  { runId, labels }: MarkLabelsBody,
  by: { userId: string; at: Date },
): Promise<{ leftOut: number[] }> {
  const run = await lockRun(trx, runId)
  if (run.isFinished && labels.some(({ to }) => to === 'sending' || to === 'waiting')) {
    throw new DomainError('print-run-finished', 'This print run has ended.')
  }
  const impossible = labels.find(({ from, to }) => !nextPrintStates[from].includes(to))
  if (impossible) {
    throw new DomainError(
      'request-invalid',
      `A label that is ${impossible.from} cannot become ${impossible.to}.`,
      'labels',
    )
  }
  const marked = await markLabels(trx, runId, labels, by)
  const elsewhere = labels.find(({ place }) => !marked.some((label) => label.place === place))
  if (elsewhere) {
    throw new DomainError(
      'print-label-changed',
      `Label ${elsewhere.place} is no longer ${elsewhere.from}: this run goes on in another window.`,
    )
  }
  const toSend = new Set(labels.filter(({ to }) => to === 'sending').map(({ place }) => place))
  const leftOut = marked.filter(({ place, state }) => toSend.has(place) && state === 'cancelled')
  return { leftOut: leftOut.map(({ place }) => place) }
}
