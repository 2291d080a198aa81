import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textLines } from './text-lines.ts'

async function linesOf(chunks: Buffer[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of textLines(Readable.from(chunks))) lines.push(line)
  return lines
}

function inPieces(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text)
  const count = Math.ceil(bytes.length / size)
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
}

test('A2 only LF ends a line, wherever the chunks of the stream are cut', async () => {
  const line = fc.string({
    unit: fc.constantFrom('a', '\u2028', '\u2029', '\u0085', '\r', '😀'),
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
      const text = lines.map((content) => `${content}\n`).join('')
      expect(await linesOf(inPieces(text, size))).toEqual(lines)
    }),
    { seed: 20_261_120 },
  )
})

test('text after the last line feed is dropped', async () => {
  expect(await linesOf([Buffer.from('whole\nbeg'), Buffer.from('un')])).toEqual(['whole'])
})
