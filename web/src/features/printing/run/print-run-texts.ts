import type { PrintRun } from '@lims/contract/print-runs.ts'
import { toPrint } from './print-progress.ts'

const number = (count: number) => count.toLocaleString('en')

/** '37 of 200 sent', without what was left out. */
export const sentOfAll = ({ counts }: Pick<PrintRun, 'counts'>): string =>
  `${number(counts.sent)} of ${number(toPrint(counts))} sent`

/** A window that prints moves a label at least this often, unless its printer is very slow. */
const isQuietAfterSeconds = 5

/** Whether another window may be printing the run right now. */
export const isLive = (quietSeconds: number): boolean => quietSeconds < isQuietAfterSeconds

/** '37 of 200 sent, 2 failed, 1 in doubt'; a label that is being sent is in doubt once its window is quiet. */
export function howFar({ counts }: Pick<PrintRun, 'counts'>, quietSeconds: number): string {
  const inDoubt = counts.unknown + (isLive(quietSeconds) ? 0 : counts.sending)
  return [
    sentOfAll({ counts }),
    ...(counts.failed > 0 ? [`${number(counts.failed)} failed`] : []),
    ...(inDoubt > 0 ? [`${number(inDoubt)} in doubt`] : []),
  ].join(', ')
}

export const labelsInWords = (count: number): string => (count === 1 ? '1 label' : `${number(count)} labels`)
