import type { PrintRun } from '@lims/contract/print-runs.ts'
import { toPrint } from './print-progress.ts'

const number = (count: number) => count.toLocaleString('en')

/** '37 of 200 sent', without what was left out. */
export const sentOfAll = ({ counts }: Pick<PrintRun, 'counts'>): string =>
  `${number(counts.sent)} of ${number(toPrint(counts))} sent`

/** '37 of 200 sent, 2 failed, 1 in doubt' */
export function howFar({ counts }: Pick<PrintRun, 'counts'>): string {
  const inDoubt = counts.unknown + counts.sending
  return [
    sentOfAll({ counts }),
    ...(counts.failed > 0 ? [`${number(counts.failed)} failed`] : []),
    ...(inDoubt > 0 ? [`${number(inDoubt)} in doubt`] : []),
  ].join(', ')
}

export const labelsInWords = (count: number): string => (count === 1 ? '1 label' : `${number(count)} labels`)
