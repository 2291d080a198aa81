import { buffer } from 'node:stream/consumers'
import { fromBufferPromise, getFileNameLowLevel } from 'yauzl'
import { UnreadableFile } from './table.ts'

export type ZipEntry = {
  name: string
  isEncrypted: boolean
  /** The size that the zip states. */
  unpackedBytes: number
  /** Unpacks the entry. Throws UnreadableFile unless it has exactly `unpackedBytes`: a zip bomb has more. */
  read: () => Promise<Buffer>
}

const maxEntries = 5000

/** Lists the entries of a zip without unpacking any. Throws UnreadableFile if it is damaged or has more than 5,000. */
export async function listEntries(bytes: Buffer): Promise<ZipEntry[]> {
  try {
    // Names are only compared, so none is refused for what it would do as a path.
    const zip = await fromBufferPromise(bytes, { decodeStrings: false })
    if (zip.entryCount > maxEntries) throw new Error(`${zip.entryCount} entries`)
    const entries: ZipEntry[] = []
    for await (const entry of zip.eachEntry()) {
      const { generalPurposeBitFlag, fileNameRaw, extraFields, uncompressedSize } = entry
      entries.push({
        name: getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false),
        isEncrypted: entry.isEncrypted(),
        unpackedBytes: uncompressedSize,
        read: () => zip.openReadStreamPromise(entry).then(buffer).catch(refuseContent),
      })
    }
    return entries
  } catch (cause) {
    throw new UnreadableFile('This Excel workbook is damaged: it cannot be unpacked.', { cause })
  }
}

function refuseContent(cause: unknown): never {
  throw new UnreadableFile('This Excel workbook is damaged: it does not hold what it says.', { cause })
}
