import { formatNumber } from '@lims/contract/format-count.ts'
import { maxRackFileLength } from '@lims/contract/rack-scan.ts'

/** A file of a rack reader, read as text. */
export type RackFile = { name: string; text: string }

const maxBytes = 1_000_000

/** Reads a file as UTF-8, or as UTF-16 if it has that byte order mark, as programs on Windows write it. Throws if it is too large. */
export async function readRackFile(file: File): Promise<RackFile> {
  if (file.size > maxBytes) {
    throw new Error(`${file.name} is larger than 1 MB, so it is not a rack file.`)
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (text.length > maxRackFileLength) {
    const most = formatNumber(maxRackFileLength)
    throw new Error(`${file.name} has more than ${most} characters, so it is not a rack file.`)
  }
  return { name: file.name, text }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
