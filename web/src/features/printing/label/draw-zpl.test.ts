import { expect, test } from 'vitest'
import { readCodes } from '../../../../test/read-codes.ts'
import { drawZpl } from './draw-zpl.ts'

const id = '7F9C24E8-3B1A-4D0E-9C55-0A1B2C3D4E5F'
const zpl = `^XA^BY2,2,1^FO16,18^BQN,2,4,Q,7^FH_^FDQA,${id}^FS^XZ`

const draw = async (widthMm: number, heightMm: number, dpi: number) =>
  Buffer.from(await drawZpl(zpl, { widthMm, heightMm, dpi }), 'base64')

test.each([
  [33, 13, 300, 390, 154],
  [25.4, 12.7, 300, 300, 150],
  [50.8, 25.4, 300, 600, 300],
  [50.8, 25.4, 203, 406, 203],
  [33, 13, 600, 780, 307],
])('a label of %f × %f mm at %i dpi is %i × %i dots', async (widthMm, heightMm, dpi, columns, rows) => {
  const png = await draw(widthMm, heightMm, dpi)
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([columns, rows])
})

test('the QR code in the picture scans', async () => {
  const [code] = await readCodes(new Uint8Array(await draw(33, 13, 300)))
  expect(code).toMatchObject({ text: id, ecLevel: 'Q' })
})
