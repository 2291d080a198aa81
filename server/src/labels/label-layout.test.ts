import type { LabelStock } from '@lims/contract/labels.ts'
import { describe, expect, test } from 'vitest'
import { hostileNames } from '../../test/hostile-texts.ts'
import { inkOf } from '../../test/ink.ts'
import { commandsOf, drawLabels, readCodes } from '../../test/read-label.ts'
import { layOutLabel, magnificationOn } from './label-layout.ts'

const id = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'
const stocks: LabelStock[] = [203, 300].flatMap((dpi) => [
  { widthMm: 33, heightMm: 13, dpi },
  { widthMm: 25.4, heightMm: 12.7, dpi },
  { widthMm: 50.8, heightMm: 25.4, dpi },
])
const linesWith = (name: string) => ['T0000123', name, 'PLASMA', 'S: NORDIC-P001', '2026-11-20']
const labelWith = (name: string, stock: LabelStock) =>
  layOutLabel({ id, lines: linesWith(name), errorCorrection: 'Q' }, stock)

const names = [
  'NORDIC-P001-EDTA-1',
  ...hostileNames,
  'W'.repeat(200),
  'Nordic plasma study 4 for the whole of Scandinavia-P001-S-cfDNA-12',
  '日本'.repeat(40),
]

describe.each(stocks)('on $widthMm × $heightMm mm at $dpi dpi', (stock) => {
  const dots = (mm: number) => Math.round((mm / 25.4) * stock.dpi)
  const size = { width: dots(stock.widthMm), height: dots(stock.heightMm) }
  const control = commandsOf(labelWith('NB-001', stock))

  test.each(names)(
    'API-LABEL-02 %j stays text: one label, the same commands, the code as it was',
    async (name) => {
      const zpl = labelWith(name, stock)
      expect(commandsOf(zpl)).toEqual(control)
      expect(zpl).not.toContain('~')

      const [label, ...more] = await drawLabels(zpl, stock)
      expect(more).toEqual([])
      if (!label) throw new Error('Nothing was drawn')
      const [code, ...others] = await readCodes(label)
      expect(others).toEqual([])
      expect(code).toMatchObject({ text: id.toUpperCase(), ecLevel: 'Q', version: '3' })

      const ink = inkOf(label)
      expect({ width: ink.width, height: ink.height }).toEqual(size)
      expect(ink.right).toBeLessThan(size.width - dots(0.4))
      expect(ink.bottom).toBeLessThan(size.height - 2)
      expect(ink.top).toBeGreaterThan(1)
    },
  )

  test('the code has four white modules around it', async () => {
    const module = magnificationOn(stock, 'Q') ?? 0
    const code = 29 * module
    const [label = Buffer.alloc(0)] = await drawLabels(labelWith('W'.repeat(200), stock), stock)
    const ofCode = inkOf(label, (x) => x < code + 6 * module)
    const ofText = inkOf(label, (x) => x >= code + 6 * module)
    expect(ofCode.left).toBe(4 * module)
    expect(ofCode.right).toBe(4 * module + code - 1)
    expect(ofCode.top).toBeGreaterThanOrEqual(4 * module - 1)
    expect(ofCode.bottom).toBeLessThanOrEqual(size.height - 4 * module)
    expect(ofText.left).toBeGreaterThanOrEqual(8 * module + code)
  })
})

const stock = { widthMm: 33, heightMm: 13, dpi: 300 }

test.each([
  ['L', '2'],
  ['M', '2'],
  ['Q', '3'],
  ['H', '4'],
] as const)('error correction %s is what the code has, and it fits', async (errorCorrection, version) => {
  const zpl = layOutLabel({ id, lines: linesWith('NB-001'), errorCorrection }, stock)
  const [label = Buffer.alloc(0)] = await drawLabels(zpl, stock)
  expect(await readCodes(label)).toMatchObject([
    { text: id.toUpperCase(), ecLevel: errorCorrection, version },
  ])
})

test('a label changes no setting of the printer', () => {
  const zpl = labelWith('NB-001', stock)
  const allowed = [
    '^XA',
    '^CI',
    '^LH',
    '^PO',
    '^FW',
    '^PW',
    '^LL',
    '^PQ',
    '^BY',
    '^FO',
    '^BQ',
    '^A0N',
    '^FH',
    '^FD',
    '^FS',
    '^XZ',
  ]
  expect(commandsOf(zpl).filter((command) => !allowed.includes(command))).toEqual([])
  expect(zpl.match(/\^F[DV]/g)).toHaveLength((zpl.match(/\^FH_\^FD/g) ?? []).length)
})

test('the same line is larger where there is more room', () => {
  const heightOf = (stock: LabelStock) => Number(/\^A0N,(\d+)/.exec(labelWith('NB-001', stock))?.[1])
  expect(heightOf({ ...stock, widthMm: 50.8, heightMm: 25.4 })).toBeGreaterThan(heightOf(stock))
})

test.each([
  [{ widthMm: 33, heightMm: 8, dpi: 300 }, 'Q'],
  [{ widthMm: 8, heightMm: 33, dpi: 300 }, 'Q'],
  [{ widthMm: 30, heightMm: 10, dpi: 203 }, 'H'],
] as const)('a stock too small for the code is refused: %j with %s', (small, errorCorrection) => {
  expect(() => layOutLabel({ id, lines: [], errorCorrection }, small)).toThrow(
    `A QR code that scans does not fit on ${small.widthMm} × ${small.heightMm} mm at ${small.dpi} dpi.`,
  )
})

test('a square label has the code and no text that would not fit', async () => {
  const square = { widthMm: 12, heightMm: 12, dpi: 300 }
  const [label = Buffer.alloc(0)] = await drawLabels(labelWith('NB-001', square), square)
  expect(await readCodes(label)).toMatchObject([{ text: id.toUpperCase() }])
  expect(inkOf(label).right).toBeLessThan(142)
})
