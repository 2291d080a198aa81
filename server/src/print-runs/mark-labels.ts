import { type MarkLabelsBody, nextPrintStates } from '@lims/contract/print-runs.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { type MarkedLabel, markLabels } from './print-label-queries.ts'
import { lockRun } from './print-run-queries.ts'

/** An agent is given half a minute for a label: whoever speaks of it after twice that has looked at the printer. */
const sendingLimitMs = 60_000

/** Records what became of labels, all or none: a label that another tab has moved on refuses the whole. */
export async function markPrintLabels(
  trx: Transaction,
  { runId, labels }: MarkLabelsBody,
  actor: Actor,
): Promise<{ leftOut: number[] }> {
  const run = await lockRun(trx, runId)
  if (
    run.isFinished &&
    labels.some(({ from, to }) => from === 'sent' || to === 'sending' || to === 'waiting')
  ) {
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
  const marked = await markLabels(trx, runId, labels, actor)
  const elsewhere = labels.find(({ place }) => !marked.some((label) => label.place === place))
  if (elsewhere) {
    throw new DomainError(
      'print-label-changed',
      `Label ${elsewhere.place} is no longer ${elsewhere.from}: this run goes on in another window.`,
    )
  }
  await auditVerdicts(trx, runId, marked, actor)
  const toSend = new Set(labels.filter(({ to }) => to === 'sending').map(({ place }) => place))
  const leftOut = marked.filter(({ place, state }) => toSend.has(place) && state === 'cancelled')
  return { leftOut: leftOut.map(({ place }) => place) }
}

/** The label forgets who sent it once a person has told what became of it; the trail does not. */
async function auditVerdicts(trx: Transaction, runId: string, marked: readonly MarkedLabel[], actor: Actor) {
  const settled = marked.filter((label) => isVerdict(label, actor))
  if (settled.length === 0) return
  await saveAuditEvents(
    trx,
    settled.map((label) => ({
      action: 'print-label.settle',
      entityType: 'sample' as const,
      entityId: label.sample_id,
      before: {
        state: label.state_before,
        reason: label.reason_before,
        changedBy: label.changed_by_before,
        changedAt: label.changed_at_before.toISOString(),
      },
      after: { runId, place: label.place, state: label.state, reason: label.reason },
    })),
    actor,
  )
}

/** Whether a person tells it, and not the window that sent the label. */
function isVerdict(
  { state_before, changed_by_before, changed_at_before }: MarkedLabel,
  { userId, at }: Actor,
) {
  if (state_before !== 'sending' && state_before !== 'sent') return state_before === 'unknown'
  return changed_by_before !== userId || at.getTime() - changed_at_before.getTime() > sendingLimitMs
}
