import { textEncoding } from '@lims/contract/text-encoding.ts'

/** Decodes a file as UTF-8 or, as Excel and instruments on Windows write it, UTF-16 or Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = textEncoding(bytes)
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** False for what an Excel workbook, a PDF or a picture decodes to. */
export const isPlainText = (text: string): boolean => !text.includes('\u0000')
