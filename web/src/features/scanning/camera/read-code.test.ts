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
  const picture = await drawCodes(640, 480, [{ text: 'T0000123', format, left: 100, top: 120 }])
  expect(await readCode(picture)).toBe('T0000123')
})

test('keeps the separators of a GS1 code, which a scanner sends', async () => {
  const code = { text: '01A1\x1D7B', format: 'DataMatrix' as const, left: 100, top: 120 }
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

test('reads nothing in a picture without a code', async () => {
  expect(await readCode(await drawCodes(640, 480, []))).toBeUndefined()
})

test('ignores the barcodes of groceries', async () => {
  const picture = await drawCodes(640, 480, [{ text: '4006381333931', format: 'EAN13', left: 60, top: 60 }])
  expect(await readCode(picture)).toBeUndefined()
})
