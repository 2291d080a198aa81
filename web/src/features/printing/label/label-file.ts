import type { ReceivedFile } from '../../../api/call-for-file.ts'
import { clock, timeZoneName } from '../../../ui/clock.ts'

/**
 * '2026-11-20T20-30-05.123-08-00' of the laboratory's clock, or of UTC where its time zone is not set. Dashes in place
 * of colons: Windows refuses a file name with a colon.
 */
function timeInName(at: Date): string {
  if (timeZoneName() === undefined) return at.toISOString().replaceAll(':', '-')
  const { shownAt, offsetOf } = clock()
  return `${shownAt(at).toISOString().slice(0, -1)}${offsetOf(at)}`.replaceAll(':', '-')
}

export const labelFile = (sampleId: string, at: Date, labelData: string): ReceivedFile => ({
  name: `${sampleId}-${timeInName(at)}.zpl`,
  content: new Blob([labelData], { type: 'text/plain;charset=utf-8' }),
})

/** Returns a file name for the labels of a batch, without characters that an operating system refuses. */
export const batchFileName = (batchName: string, at: Date, extension: 'zpl' | 'pdf'): string => {
  const safeName = batchName
    .slice(0, 100)
    .replace(/[\\/:*?"<>|\p{C}]/gu, '-')
    .trim()
  return `${safeName}-labels-${timeInName(at)}.${extension}`
}
