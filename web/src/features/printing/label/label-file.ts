import type { ReceivedFile } from '../../../api/call-for-file.ts'

/** The labels of one PDF: its pages are drawn in the browser. */
export const maxSheetLabels = 5000

/** The colons of the time become dashes: Windows refuses a file name with a colon. */
export const labelFile = (sampleId: string, at: Date, labelData: string): ReceivedFile => ({
  name: `${sampleId}-${at.toISOString().replaceAll(':', '-')}.zpl`,
  content: new Blob([labelData], { type: 'text/plain;charset=utf-8' }),
})

/** Returns a file name for the labels of a batch, without characters that an operating system refuses. */
export const batchFileName = (batchName: string, at: Date, extension: 'zpl' | 'pdf'): string => {
  const safeName = batchName
    .replace(/[\\/:*?"<>|\p{C}]/gu, '-')
    .slice(0, 100)
    .trim()
  return `${safeName}-labels-${at.toISOString().replaceAll(':', '-')}.${extension}`
}
