import { type MarkLabelsBody, nextPrintStates } from '@lims/contract/print-runs.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { lockLabelsOfSamples, type MarkedLabel, markLabels } from './print-label-queries.ts'
import { lockRun } from './print-run-queries.ts'

/**
 * Updates states of labels, all or none. Returns the places that must not be sent. Throws `print-label-changed` if
 * another tab has changed one of them, `print-run-finished`, and `request-invalid` for a state that cannot follow the
 * present one.
 */
export async function markPrintLabels(
  trx: Transaction,
  { runId, labels, isDecision }: MarkLabelsBody,
  actor: Actor,
): Promise<{ leftOut: number[]; printedElsewhere: number[] }> {
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
  const toSend = labels.filter(({ to }) => to === 'sending')
  if (toSend.length > 0) await lockLabelsOfSamples(trx, runId, placesOf(toSend))
  const marked: MarkedLabel[] = []
  for (const round of inRounds(labels)) marked.push(...(await markRound(trx, runId, round, actor)))
  const decided = marked.filter((label) => isDecided(label, isDecision, actor))
  if (decided.length > 0) await auditDecisions(trx, runId, decided, actor)
  const leftOut = marked.filter(({ left_out }) => left_out !== null)
  const printedElsewhere = leftOut.filter(({ left_out }) => left_out === 'printed-elsewhere')
  return { leftOut: placesOf(leftOut), printedElsewhere: placesOf(printedElsewhere) }
}

/** Several changes of one label are made one after the other: its nth one in the nth round. */
function inRounds(labels: MarkLabelsBody['labels']): MarkLabelsBody['labels'][] {
  const rounds: MarkLabelsBody['labels'][] = []
  const changesOf = new Map<number, number>()
  for (const label of labels) {
    const earlier = changesOf.get(label.place) ?? 0
    changesOf.set(label.place, earlier + 1)
    rounds[earlier] ??= []
    rounds[earlier].push(label)
  }
  return rounds
}

async function markRound(
  trx: Transaction,
  runId: string,
  labels: MarkLabelsBody['labels'],
  actor: Actor,
): Promise<MarkedLabel[]> {
  const marked = await markLabels(trx, runId, labels, actor)
  const places = new Set(placesOf(marked))
  const changed = labels.find(({ place }) => !places.has(place))
  if (!changed) return marked
  const { place, from } = changed
  throw new DomainError(
    'print-label-changed',
    from === 'unknown'
      ? `Label ${place} is no longer in doubt: somebody has decided about it in another window.`
      : `Label ${place} is no longer ${from}: this run is being printed in another window.`,
  )
}

const placesOf = (labels: readonly { place: number }[]) => labels.map(({ place }) => place)

/** Audits decisions of a person about labels, because they overwrite who sent the label and when. */
async function auditDecisions(
  trx: Transaction,
  runId: string,
  decided: readonly MarkedLabel[],
  actor: Actor,
) {
  await saveAuditEvents(
    trx,
    decided.map((label) => ({
      action: 'print-label.settle',
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

/** Returns whether a change is a decision of a person and not a report of the tab that sent the label. */
function isDecided(
  { state_before, changed_by_before }: MarkedLabel,
  isDecision: boolean,
  { userId }: Actor,
): boolean {
  if (state_before !== 'sending' && state_before !== 'sent') return state_before === 'unknown'
  return isDecision || changed_by_before !== userId
}
