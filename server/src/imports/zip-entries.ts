import { inflateRawSync } from 'node:zlib'
import { UnreadableFile } from './table.ts'

export type Entry = {
  name: string
  isEncrypted: boolean
  method: number
  packed: number
  unpacked: number
  at: number
}

const endMark = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const endLength = 22
const maxCommentBytes = 0xffff
const entryMark = 0x02014b50
const entryLength = 46
const localLength = 30
const deflated = 8
const maxEntries = 5000

const damaged = () => new UnreadableFile('This Excel workbook is damaged: it cannot be unpacked.')

/** What a zip says it holds, without unpacking any of it. */
export function listEntries(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(endMark)
  if (end < 0 || end < zip.length - endLength - maxCommentBytes || end + endLength > zip.length)
    throw damaged()
  const count = zip.readUInt16LE(end + 10)
  if (count > maxEntries) throw damaged()
  const entries: Entry[] = []
  let place = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (place + entryLength > zip.length || zip.readUInt32LE(place) !== entryMark) throw damaged()
    const nameLength = zip.readUInt16LE(place + 28)
    const name = zip.toString('utf8', place + entryLength, place + entryLength + nameLength)
    entries.push({
      name,
      isEncrypted: (zip.readUInt16LE(place + 8) & 1) === 1,
      method: zip.readUInt16LE(place + 10),
      packed: zip.readUInt32LE(place + 20),
      unpacked: zip.readUInt32LE(place + 24),
      at: zip.readUInt32LE(place + 42),
    })
    place += entryLength + nameLength + zip.readUInt16LE(place + 30) + zip.readUInt16LE(place + 32)
  }
  return entries
}

/** Whether an entry unpacks to just as much as the zip says: a bomb says less. */
export const isAsLongAsSaid = (zip: Buffer, entry: Entry): boolean => contentOf(zip, entry) !== undefined

/** What an entry holds; undefined unless it is just as much as the zip says. */
export function contentOf(zip: Buffer, { at, method, packed, unpacked }: Entry): Buffer | undefined {
  if (at + localLength > zip.length) return undefined
  const begin = at + localLength + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  const content = zip.subarray(begin, begin + packed)
  if (content.length !== packed) return undefined
  if (method !== deflated) return method === 0 && packed === unpacked ? content : undefined
  try {
    const inflated = inflateRawSync(content, { maxOutputLength: Math.max(unpacked, 1) })
    return inflated.length === unpacked ? inflated : undefined
  } catch (error) {
    if (error instanceof RangeError || (error as { code?: string }).code?.startsWith('Z_')) return undefined
    throw error
  }
}
