import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { PrintRun } from '@lims/contract/print-runs.ts'
import type { LabelError, PrintCounts, PrintRunState } from './print-run-state.ts'

const maxErrorsShown = 5
export const latestErrors = ({ errors }: Pick<PrintRunState, 'errors'>): readonly LabelError[] =>
  errors.slice(0, maxErrorsShown)

/** How many labels a run has, without those that were left out. */
const totalOf = ({ cancelled, ...others }: PrintCounts): number =>
  Object.values(others).reduce((sum, count) => sum + count, 0)

/** In whole percent. Labels that were cancelled with the run count as not done; those left out before do not count. */
export function percentDone({ counts, ending }: Pick<PrintRunState, 'counts' | 'ending'>): number {
  const total = totalOf(counts) + (ending?.how === 'cancelled' ? counts.cancelled : 0)
  return total === 0 ? 100 : Math.floor((100 * (counts.sent + counts.failed)) / total)
}

/** The colour of the progress bar: the printed part, then the failed part. */
export function barColour({ sent, failed }: PrintCounts): string {
  if (failed === 0) return 'var(--primary)'
  const printed = `${Math.round((100 * sent) / (sent + failed))}%`
  return `linear-gradient(to right, var(--primary) ${printed}, var(--danger) ${printed})`
}

/** A window that prints changes a label at least this often, unless its printer is very slow. */
const activeWithinSeconds = 5

/** Whether another window may be printing the run right now. */
export const isActive = (quietSeconds: number): boolean => quietSeconds < activeWithinSeconds

export const labelCount = (count: number): string => formatCount(count, 'label')

/** '37 of 200 sent', without the labels that were left out. */
export const sentOfTotal = ({ counts }: Pick<PrintRun, 'counts'>): string =>
  `${formatNumber(counts.sent)} of ${formatNumber(totalOf(counts))} sent`

/** '37 of 200 sent, 2 failed, 1 in doubt'. A label being sent is in doubt once its window is no longer active. */
export function describeProgress({ counts }: Pick<PrintRun, 'counts'>, quietSeconds: number): string {
  const inDoubt = counts.unknown + (isActive(quietSeconds) ? 0 : counts.sending)
  return [
    sentOfTotal({ counts }),
    ...(counts.failed > 0 ? [`${formatNumber(counts.failed)} failed`] : []),
    ...(inDoubt > 0 ? [`${formatNumber(inDoubt)} in doubt`] : []),
  ].join(', ')
}
