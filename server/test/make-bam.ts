import { crc32, deflateRawSync } from 'node:zlib'

const maxContentBytes = 60_000
const endMark = Buffer.from('1f8b08040000000000ff0600424302001b0003000000000000000000', 'hex')

/** A BAM file as samtools writes it, of a header alone. */
export function makeBam(
  sampleNames: readonly string[] = [],
  { moreLines = [] as readonly string[], contigs = 1 } = {},
): Buffer {
  const named = sampleNames.map((name, index) => `@RG\tID:rg${index}\tSM:${name}\tPL:ILLUMINA`)
  const contigLines = Array.from({ length: contigs }, (_, index) => `@SQ\tSN:chr${index + 1}\tLN:1000`)
  const text = ['@HD\tVN:1.6\tSO:coordinate', ...contigLines, ...named, ...moreLines, ''].join('\n')
  return makeBgzf(
    Buffer.concat([Buffer.from('BAM\u0001'), int32(text.length), Buffer.from(text), references(contigs)]),
  )
}

/** `blockBytes`: how many bytes of the content each block holds. */
export function makeBgzf(content: Buffer, blockBytes = maxContentBytes): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at < content.length; at += blockBytes) {
    blocks.push(block(content.subarray(at, at + blockBytes)))
  }
  return Buffer.concat([...blocks, endMark])
}

function references(count: number): Buffer {
  const each = Array.from({ length: count }, (_, index) => {
    const name = `chr${index + 1}\0`
    return Buffer.concat([int32(name.length), Buffer.from(name), int32(1000)])
  })
  return Buffer.concat([int32(count), ...each])
}

function block(content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const head = Buffer.from('1f8b08040000000000ff0600424302000000', 'hex')
  head.writeUInt16LE(head.length + packed.length + 8 - 1, 16)
  return Buffer.concat([head, packed, int32(crc32(content)), int32(content.length)])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
