import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { drawCodes } from '../../../../test/draw-codes.ts'
import { readCode } from './read-code.ts'

const decoder = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

beforeAll(() =>
  prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(readFileSync(decoder)).buffer },
    fireImmediately: true,
  }),
)

test.each(['QRCode', 'DataMatrix', 'Code128'] as const)('reads a %s', async (format) => {
  const picture = await drawCodes(640, 480, [{ text: 'T0000123', format, left: 200, top: 200 }])
  expect(await readCode(picture)).toBe('T0000123')
})

test.each([
  ['small', { left: 300, top: 220, dotsPerModule: 2 }],
  ['small, at the edge of the frame', { left: 200, top: 340, dotsPerModule: 2 }],
  ['larger than the frame', { left: 100, top: 20, dotsPerModule: 20 }],
])('reads a code that is %s', async (_, place) => {
  const picture = await drawCodes(640, 480, [{ text: 'T0000123', format: 'QRCode', ...place }])
  expect(await readCode(picture)).toBe('T0000123')
})

test('keeps the separators of a GS1 code, which a scanner sends', async () => {
  const code = { text: '01A1\x1D7B', format: 'DataMatrix' as const, left: 280, top: 200 }
  expect(await readCode(await drawCodes(640, 480, [code]))).toBe('01A1\x1D7B')
})

test('reads the tube in the middle of two in the frame', async () => {
  const format = 'QRCode'
  const picture = await drawCodes(640, 480, [
    { text: 'T0000001', format, left: 20, top: 20 },
    { text: 'T0000002', format, left: 280, top: 200 },
    { text: 'T0000003', format, left: 520, top: 360 },
  ])
  expect(await readCode(picture)).toBe('T0000002')
})

test('does not read the neighbour of a tube whose code is damaged', async () => {
  const format = 'QRCode'
  const picture = await drawCodes(640, 480, [
    { text: 'T0000001', format, left: 20, top: 20 },
    { text: 'T0000002', format, left: 280, top: 200 },
    { text: 'T0000003', format, left: 290, top: 400 },
  ])
  // Ice on the lower half of the code in the middle.
  for (let y = 235; y < 330; y += 1) picture.data.fill(235, (y * 640 + 270) * 4, (y * 640 + 400) * 4)
  expect(await readCode(picture)).toBeUndefined()
})

test('reads nothing in a picture without a code', async () => {
  expect(await readCode(await drawCodes(640, 480, []))).toBeUndefined()
})

test('ignores the barcodes of groceries', async () => {
  const picture = await drawCodes(640, 480, [{ text: '4006381333931', format: 'EAN13', left: 180, top: 220 }])
  expect(await readCode(picture)).toBeUndefined()
})
