import { buffer } from 'node:stream/consumers'
import { fromBufferPromise, getFileNameLowLevel } from 'yauzl'
import { UnreadableFile } from './table.ts'

export type ZipEntry = {
  name: string
  isEncrypted: boolean
  /** The size declared in the zip directory. */
  unpackedBytes: number
  /** Unpacks the entry. Throws UnreadableFile unless it has exactly `unpackedBytes`: a zip bomb has more. */
  read: () => Promise<Buffer>
}

const maxEntries = 5000

/**
 * Lists the entries of a zip without unpacking them. Throws UnreadableFile if it is damaged or has more than 5,000
 * entries.
 */
export async function listZipEntries(bytes: Buffer): Promise<ZipEntry[]> {
  try {
    // Names are only compared and never used as paths, so yauzl need not validate them.
    const zip = await fromBufferPromise(bytes, { decodeStrings: false })
    if (zip.entryCount > maxEntries) throw new Error(`${zip.entryCount} entries`)
    const entries: ZipEntry[] = []
    for await (const entry of zip.eachEntry()) {
      const { generalPurposeBitFlag, fileNameRaw, extraFields, uncompressedSize } = entry
      entries.push({
        name: getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false),
        isEncrypted: entry.isEncrypted(),
        unpackedBytes: uncompressedSize,
        read: () => zip.openReadStreamPromise(entry).then(buffer).catch(throwDamaged),
      })
    }
    return entries
  } catch (cause) {
    throw new UnreadableFile('This Excel workbook is damaged: it cannot be unpacked.', { cause })
  }
}

function throwDamaged(cause: unknown): never {
  throw new UnreadableFile('This Excel workbook is damaged: its contents do not have the declared size.', {
    cause,
  })
}
