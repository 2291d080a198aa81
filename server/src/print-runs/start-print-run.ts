import { errorTexts } from '@lims/contract/errors.ts'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { printTexts } from '@lims/contract/print-agent.ts'
import { maxLabelsPerRun, type PrintRun, type StartPrintRunBody } from '@lims/contract/print-runs.ts'
import type { Actor } from '../audit/actor.ts'
import { findBatch } from '../batches/batch-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { samplesNotFound } from '../samples/samples-not-found.ts'
import { auditPrintRun } from './audit-print-run.ts'
import { countPrintedBefore, findWaitingInBatchRun, insertLabels } from './print-label-queries.ts'
import { asRun, getRun, insertRun } from './print-run-queries.ts'

/**
 * Starts a run for a batch or selected samples. Throws `reprint-needs-reason` if a label was printed before and
 * no reason is given; `print-run-open`, `nothing-to-print`, `batch-not-found` or `sample-not-found`;
 * `request-invalid` for more labels than a run may have.
 */
export async function startPrintRun(
  trx: Transaction,
  { batchId, sampleIds, reason, onlyUnprinted, ...body }: StartPrintRunBody,
  actor: Actor,
): Promise<PrintRun> {
  if (batchId && !(await findBatch(trx, batchId))) {
    throw new DomainError('batch-not-found', errorTexts.batchNotFound, 'batchId')
  }
  const hasSeveral = new Set(sampleIds).size > 1
  const isOfChosen = hasSeveral || (!batchId && body.isOfChosen)
  const id = await insertRun(trx, { batchId, isOfChosen, reason }, actor)
  if (!id) {
    const which = isOfChosen
      ? 'You have an unfinished print run of chosen samples.'
      : 'This batch has an unfinished print run.'
    throw new DomainError('print-run-open', `${which} Resume or end that one first.`)
  }

  const source = batchId ? { batchId } : { sampleIds: sampleIds ?? [] }
  const total = await insertLabels(trx, id, { ...source, onlyUnprinted }, actor)
  if (total === 0 && onlyUnprinted) {
    throw new DomainError('nothing-to-print', 'All of these labels were printed before, or may have been.')
  }
  assertPrintable(total, onlyUnprinted ? undefined : sampleIds)
  if (hasSeveral) await assertInNoOpenRun(trx, id)
  const before = await countPrintedBefore(trx, id)
  if (before > 0 && !reason) throw reasonNeeded(before, total)
  const run = asRun(await getRun(trx, id))
  const after = { total, printedBefore: before, ...(reason ? { reason } : {}) }
  await auditPrintRun(trx, run, { action: 'print-run.start', after }, actor)
  return run
}

function reasonNeeded(printedBefore: number, total: number): DomainError {
  const were = total === 1 ? 'This label was' : `${printedBefore} of ${total} labels were`
  const them = total === 1 ? 'it is' : 'they are'
  return new DomainError(
    'reprint-needs-reason',
    `${were} printed before, or may have been. Please give a reason why ${them} printed again.`,
    'reason',
  )
}

/** Labels that wait in the unfinished run of a batch are printed by that run. */
async function assertInNoOpenRun(trx: Transaction, runId: string) {
  const waiting = await findWaitingInBatchRun(trx, runId)
  if (!waiting) return
  const { labels, batchName } = waiting
  throw new DomainError(
    'print-run-open',
    `${formatCount(labels, 'of these labels is', 'of these labels are')} in an unfinished print run of ${batchName}. Resume or end that one first.`,
  )
}

function assertPrintable(total: number, sampleIds: string[] | undefined) {
  const missing = new Set(sampleIds).size - total
  if (sampleIds && missing > 0) {
    if (sampleIds.length > 1) throw samplesNotFound(missing, 'Nothing was printed.')
    throw new DomainError('sample-not-found', errorTexts.sampleNotFound, 'sampleIds')
  }
  if (total === 0) throw new DomainError('nothing-to-print', printTexts.noSamples)
  if (total > maxLabelsPerRun) {
    throw new DomainError(
      'request-invalid',
      `A print run has at most ${formatNumber(maxLabelsPerRun)} labels.`,
    )
  }
}
