import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { makeDataRepository } from '../../test/data-repository.ts'
import { makeBam, makeBgzf } from '../../test/make-bam.ts'
import { readBamHeader } from './read-bam-header.ts'
import { withRegularFile } from './read-regular-file.ts'

const files = makeDataRepository()
const bySamtools = (name: string) =>
  readFileSync(path.join(import.meta.dirname, `../../test/bam/${name}.bam`))

function namesIn(content: Uint8Array): string[] {
  files.write('x.bam', content)
  return withRegularFile(files.place('x.bam'), readBamHeader)
}
const refusalOf = (content: Uint8Array) => {
  try {
    return namesIn(content)
  } catch (error) {
    return (error as Error).message
  }
}

test('reads the sample names of files that samtools made, and not the SM: in a command line', () => {
  expect(namesIn(bySamtools('one-sample'))).toEqual(['EDTA-0001'])
  expect(namesIn(bySamtools('two-samples'))).toEqual(['EDTA-0001', 'EDTA-0002'])
  expect(namesIn(bySamtools('no-read-group'))).toEqual([])
})

test('reads a header of many blocks, with the names behind 20,000 contigs', () => {
  expect(namesIn(makeBam(['EDTA-0001', 'EDTA-0001'], { contigs: 20_000 }))).toEqual(['EDTA-0001'])
})

test('a file cut off anywhere is reported as cut off', () => {
  const whole = bySamtools('one-sample')
  const many = makeBam(['EDTA-0001'], { contigs: 20_000 })
  expect(refusalOf(whole.subarray(0, -28))).toBe('is cut off: the mark at its end is missing')
  expect(refusalOf(whole.subarray(0, -1))).toBe('is cut off: the mark at its end is missing')
  expect(refusalOf(whole.subarray(0, 40))).toBe('is cut off within its header')
  expect(refusalOf(many.subarray(0, many.length / 2))).toBe('is cut off within its header')
})

test('a file that is not a BAM file is reported as such, whatever its name', () => {
  const sam = Buffer.from('@HD\tVN:1.6\n@RG\tID:1\tSM:EDTA-0001\n')
  for (const content of [sam, gzipSync(sam), makeBgzf(sam), Buffer.from('PK\u0003\u0004')]) {
    expect(refusalOf(content)).toBe('is no BAM file')
  }
  expect(refusalOf(Buffer.alloc(0))).toBe('is empty')
})

test('a block that does not unpack, or to something else than its checksum says, is damage', () => {
  const packed = bySamtools('one-sample')
  const torn = Buffer.from(packed)
  torn.fill(0xff, 30, 60)
  const altered = makeBam(['EDTA-0001'])
  altered.writeUInt32LE(altered.readUInt32LE(altered.length - 36) ^ 1, altered.length - 36)
  expect(refusalOf(torn)).toBe('is damaged at byte 0')
  expect(refusalOf(altered)).toBe('is damaged at byte 0')
})

test('a block that claims to be shorter than its own head is damage', () => {
  for (const length of [0, 5, 11, 17]) {
    const short = Buffer.from(bySamtools('one-sample'))
    short.writeUInt16LE(length, 16)
    expect(refusalOf(short)).toBe('is damaged at byte 0')
  }
})

test('a header that claims to be endless is refused, and so is one endless line', () => {
  const claim = Buffer.from('BAM\u0001\u00ff\u00ff\u00ff\u00ff', 'latin1')
  expect(refusalOf(makeBgzf(claim))).toBe('has a header larger than any sequencer writes')
  const line = Buffer.concat([
    Buffer.from('BAM\u0001\u0000\u0000\u0080\u0000', 'latin1'),
    Buffer.alloc(3_000_000, 'x'),
  ])
  expect(refusalOf(makeBgzf(line))).toBe('has a header with a line too long to be one')
})

const headerOf = (text: string) => {
  const start = Buffer.from('BAM\u0001\u0000\u0000\u0000\u0000', 'latin1')
  start.writeUInt32LE(Buffer.byteLength(text), 4)
  return Buffer.concat([start, Buffer.from(text), Buffer.alloc(20, 'n')])
}

test('a header is read whole, wherever its blocks begin', () => {
  const header = headerOf('@HD\tVN:1.6\n@CO\tn\u00e9\n\n@RG\tID:1\tSM:Prob\u00e9-1\n@RG\tID:2\tSM:EDTA-2')
  for (let blockBytes = 1; blockBytes <= header.length; blockBytes++) {
    expect(namesIn(makeBgzf(header, blockBytes))).toEqual(['Prob\u00e9-1', 'EDTA-2'])
  }
  expect(namesIn(makeBgzf(headerOf(''), 1))).toEqual([])
})

/** Joining the line again with each of its blocks takes 40 times as long as to read them as lines of their own. */
test('a line of the header in blocks of a few bytes is read in linear time', async () => {
  const numBlocks = 16_000
  const read = (name: string, text: string) => {
    files.write(name, makeBgzf(headerOf(text), 50))
    return () => withRegularFile(files.place(name), readBamHeader)
  }
  const lines = read('lines.bam', `@CO\t${'x'.repeat(45)}\n`.repeat(numBlocks))
  const line = read('line.bam', `@CO\t${'x'.repeat(50 * numBlocks)}\n`)
  await expectTimesAsLong({ base: lines, work: line, atMostTimes: 5 })
})

test('a header that never ends in blocks with nothing in them is refused', () => {
  const empty = makeBgzf(Buffer.of())
  expect(refusalOf(Buffer.alloc(20_001 * empty.length, empty))).toBe('has a header in too many blocks')
})
