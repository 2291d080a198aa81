import { formatNumber } from '@lims/contract/format-count.ts'
import { maxRackFileLength } from '@lims/contract/rack-scan.ts'
import { decodeText } from '../../forms/decode-text.ts'
import { readBytes } from '../../forms/read-bytes.ts'

/** A file of a rack reader, read as text. */
export type RackFile = { name: string; text: string }

const maxBytes = 1_000_000

/** Reads a file in any encoding of `decodeText`. Throws if it is too large or cannot be read. */
export async function readRackText(file: File): Promise<RackFile> {
  if (file.size > maxBytes) {
    throw new Error(`${file.name} is larger than 1 MB, so it is not a rack file.`)
  }
  const text = decodeText(await readBytes(file))
  if (text.length > maxRackFileLength) {
    const most = formatNumber(maxRackFileLength)
    throw new Error(`${file.name} has more than ${most} characters, so it is not a rack file.`)
  }
  return { name: file.name, text }
}
