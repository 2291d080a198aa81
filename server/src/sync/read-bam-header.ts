import { readSync } from 'node:fs'
import { crc32, inflateRawSync } from 'node:zlib'
import { errorCode } from '../errors/error-code.ts'

/** The empty block at the end of every complete BGZF file. */
const endMark = Buffer.from('1f8b08040000000000ff0600424302001b0003000000000000000000', 'hex')
const maxBlockBytes = 65_536
/** The head of a block whose only extra field is its length (BSIZE). */
const minHeadBytes = 18
const maxLineLength = 1024 * 1024
const maxHeaderBytes = 256 * 1024 * 1024
/** Programs fill the blocks of a header: the largest one has 4,000. */
const maxHeaderBlocks = 20_000
const maxNames = 10
const bamMagic = Buffer.from('BAM\u0001')

/** Thrown for a BAM file that cannot be used. The message ends a sentence that begins with the name of the file. */
export class UnusableBam extends Error {}

/** Returns the sample names in the header of an open BAM file. Throws UnusableBam if the file is damaged or cut off. */
export function readBamHeader(fd: number, size: number): string[] {
  if (size === 0) throw new UnusableBam('is empty')
  const names = sampleNamesIn(headerLines(unpackedBlocks(fd, size)))
  const end = Buffer.alloc(endMark.length)
  readSync(fd, end, 0, end.length, Math.max(0, size - end.length))
  if (!end.equals(endMark)) throw new UnusableBam('is cut off: the mark at its end is missing')
  return names
}

function* unpackedBlocks(fd: number, size: number): Generator<Buffer, never> {
  const packed = Buffer.alloc(maxBlockBytes)
  let numBlocks = 0
  for (let at = 0; at < size; ) {
    if (numBlocks++ === maxHeaderBlocks) throw new UnusableBam('has a header in too many blocks')
    const block = packed.subarray(0, readSync(fd, packed, 0, maxBlockBytes, at))
    const length = lengthOfBlock(block)
    if (length === undefined) {
      throw new UnusableBam(at === 0 ? 'is no BAM file' : `is damaged at byte ${at}`)
    }
    if (length > block.length) throw new UnusableBam('is cut off within its header')
    yield unpack(block.subarray(0, length), at)
    at += length
  }
  throw new UnusableBam('is cut off within its header')
}

/** A BGZF block is a gzip member with its length in an extra field (SAM specification, section 4.1). */
function lengthOfBlock(block: Buffer): number | undefined {
  if (block.length < minHeadBytes || block.readUInt32BE(0) !== 0x1f8b0804) return undefined
  const extraEnd = 12 + block.readUInt16LE(10)
  for (let at = 12; at + 6 <= Math.min(extraEnd, block.length); at += 4 + block.readUInt16LE(at + 2)) {
    if (block.toString('latin1', at, at + 2) === 'BC') return block.readUInt16LE(at + 4) + 1
  }
  return undefined
}

function unpack(block: Buffer, at: number): Buffer {
  const damaged = () => new UnusableBam(`is damaged at byte ${at}`)
  if (block.length < minHeadBytes) throw damaged()
  const start = 12 + block.readUInt16LE(10)
  if (start + 8 > block.length) throw damaged()
  const content = inflated(block.subarray(start, -8))
  if (!content || crc32(content) !== block.readUInt32LE(block.length - 8)) throw damaged()
  return content
}

function inflated(packed: Buffer): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBlockBytes })
  } catch (error) {
    if (/^(Z_|ERR_BUFFER_TOO_LARGE)/.test(errorCode(error) ?? '')) return undefined
    throw error
  }
}

/** Yields the lines of the header: one with a million contigs takes no more memory than a small one. */
function* headerLines(blocks: Generator<Buffer, never>): Generator<string> {
  let block = blocks.next().value
  while (block.length < 8) block = Buffer.concat([block, blocks.next().value])
  if (!block.subarray(0, 4).equals(bamMagic)) throw new UnusableBam('is no BAM file')
  let left = block.readUInt32LE(4)
  if (left > maxHeaderBytes) throw new UnusableBam('has a header larger than any sequencer writes')
  block = block.subarray(8)
  // Each block is copied once: joining a line of many blocks again with each of them would take quadratic time.
  const unended = Buffer.alloc(maxLineLength + maxBlockBytes)
  let length = 0
  for (;;) {
    const text = block.subarray(0, left)
    left -= text.length
    const end = left === 0 ? text.length : text.lastIndexOf(0x0a) + 1
    text.copy(unended, length)
    if (left === 0 || end > 0) {
      yield* unended.toString('utf8', 0, length + end).split('\n')
      text.copy(unended, 0, end)
      length = -end
    }
    length += text.length
    if (left === 0) return
    if (length > maxLineLength) throw new UnusableBam('has a header with a line too long to be one')
    block = blocks.next().value
  }
}

/** Reads @RG lines only: the command lines in @PG may contain SM: too. */
function sampleNamesIn(lines: Iterable<string>): string[] {
  const names = new Set<string>()
  for (const line of lines) {
    if (!line.startsWith('@RG\t') || names.size === maxNames) continue
    const [, name] = /\tSM:([^\t\r\0]*)/.exec(line) ?? []
    if (name?.trim()) names.add(name.trim().slice(0, 200))
  }
  return [...names]
}
