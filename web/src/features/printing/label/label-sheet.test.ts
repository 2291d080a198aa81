import { expect, test } from 'vitest'
import { asPng, drawCode } from '../../../../test/grey-pictures.ts'
import { readCodes } from '../../../../test/read-codes.ts'
import { batchFileName } from './label-file.ts'
import { drawLabelSheet } from './label-sheet.ts'
import { placeOnSheet, sheetGrid } from './sheet-grid.ts'

const stock = { widthMm: 33, heightMm: 13, dpi: 300 }
const idOf = (place: number) => `7F9C24E8-3B1A-4D0E-9C55-${String(place).padStart(12, '0')}`
const labelOf = (place: number) => ({
  sampleId: idOf(place),
  sampleName: `NB-${place}`,
  tubeId: `T${place}`,
  labelData: `^XA^BY2,2,1^FO16,18^BQN,2,4,Q,7^FH_^FDQA,${idOf(place)}^FS^XZ`,
})
const labels = (count: number) => Array.from({ length: count }, (_, index) => labelOf(index + 1))
const options = () => ({ signal: new AbortController().signal, onDrawn: () => {} })

const picture = drawCode({ ...labelOf(1), stock })

async function textOf(sheet: Blob | undefined): Promise<string> {
  return Buffer.from((await sheet?.arrayBuffer()) ?? new ArrayBuffer()).toString('latin1')
}

test('labels fill an A4 page row by row, and the next page after it', () => {
  const grid = sheetGrid(stock)
  expect(grid).toEqual({ columns: 5, rows: 18 })
  if (!grid) return
  expect(placeOnSheet(0, grid, stock)).toEqual({ page: 0, leftMm: 18.5, topMm: 8 })
  expect(placeOnSheet(6, grid, stock)).toEqual({ page: 0, leftMm: 18.5 + 35, topMm: 8 + 15 })
  const last = placeOnSheet(89, grid, stock)
  expect([last.leftMm + 33 <= 210 - 18.5, last.topMm + 13 <= 297 - 8]).toEqual([true, true])
  expect(placeOnSheet(90, grid, stock)).toEqual({ page: 1, leftMm: 18.5, topMm: 8 })
})

test('a label larger than the page is refused with its size', async () => {
  const sheet = drawLabelSheet(
    { labels: labels(1), stock: { ...stock, widthMm: 250 } },
    options(),
    async () => picture,
  )
  await expect(sheet).rejects.toThrow('A label of 250 × 13 mm does not fit on an A4 page.')
})

test('the pictures in the PDF scan: each label holds the code of its own sample', async () => {
  const sheet = await drawLabelSheet({ labels: labels(3), stock }, options(), async (label) =>
    drawCode(label),
  )
  const text = await textOf(sheet)
  const streams = [...text.matchAll(/\/Subtype \/Image[^>]*?\/Length (\d+) >>\nstream\n/g)]
  const codes: (string | undefined)[] = []
  for (const { index, 0: head, 1: length } of streams) {
    const from = index + head.length
    const data = new Uint8Array(Buffer.from(text.slice(from, from + Number(length)), 'latin1'))
    const [code] = await readCodes(asPng({ columns: 390, rows: 154, data }))
    codes.push(code?.text)
  }
  expect(codes).toEqual([idOf(1), idOf(2), idOf(3)])
})

test('5,000 labels: 56 pages, an index entry with the offset of every object, and little more than the pictures', async () => {
  const drawn: number[] = []
  const onDrawn = (count: number) => drawn.push(count)
  const sheet = await drawLabelSheet(
    { labels: labels(5000), stock },
    { ...options(), onDrawn },
    async () => picture,
  )
  const text = await textOf(sheet)

  expect(text.match(/\/Type \/Page /g)).toHaveLength(56)
  expect(text.match(/\/Subtype \/Image/g)).toHaveLength(5000)
  expect(drawn.at(-1)).toBe(5000)
  const xrefAt = Number(/startxref\n(\d+)/.exec(text)?.[1])
  const entries = text.slice(xrefAt).match(/^\d{10} 00000 n $/gm) ?? []
  expect(entries).toHaveLength(2 + 5000 + 56 + 56)
  for (const [index, entry] of entries.entries()) {
    const at = Number(entry.slice(0, 10))
    expect(text.slice(at, at + 12)).toMatch(new RegExp(`^${index + 1} 0 obj`))
  }
  expect(text.length).toBeLessThan(5000 * (picture.data.length + 500))
})

test('a sheet that is cancelled is not finished', async () => {
  const cancelling = new AbortController()
  let drawn = 0
  const sheet = await drawLabelSheet(
    { labels: labels(10), stock },
    { signal: cancelling.signal, onDrawn: () => {} },
    async () => {
      if (++drawn === 3) cancelling.abort()
      return picture
    },
  )
  expect([sheet, drawn]).toEqual([undefined, 3])
})

test('the file is named after the batch, without characters that an operating system refuses', () => {
  const at = new Date('2026-11-20T09:30:00.000Z')
  expect(batchFileName('Nordic: 4/5 "x"\u202e', at, 'zpl')).toBe(
    'Nordic- 4-5 -x---labels-2026-11-20T09-30-00.000Z.zpl',
  )
})

test('a file name is not cut within a character', () => {
  expect(batchFileName(`${'x'.repeat(99)}😀`, new Date(), 'pdf')).toMatch(/^x{99}--labels-/)
})
