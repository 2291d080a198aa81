import type { ReceivedFile } from '../../../api/call-for-file.ts'

/** A file name with a colon is refused by Windows, so the time's are dashes. */
export const labelFile = (sampleId: string, at: Date, labelData: string): ReceivedFile => ({
  name: `${sampleId}-${at.toISOString().replaceAll(':', '-')}.zpl`,
  content: new Blob([labelData], { type: 'text/plain;charset=utf-8' }),
})

/** 'Nordic study 4' as a file name that no system refuses. */
export const batchFileName = (batchName: string, at: Date, extension: 'zpl' | 'pdf'): string => {
  const safeName = batchName
    .replace(/[\\/:*?"<>|\p{C}]/gu, '-')
    .slice(0, 100)
    .trim()
  return `${safeName}-labels-${at.toISOString().replaceAll(':', '-')}.${extension}`
}
