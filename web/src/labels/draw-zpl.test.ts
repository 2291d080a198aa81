import { expect, test } from 'vitest'
import { readCodes } from '../../test/read-codes.ts'
import { drawZpl } from './draw-zpl.ts'

const id = '7F9C24E8-3B1A-4D0E-9C55-0A1B2C3D4E5F'
const zpl = `^XA^PW390^LL154^BY2,2,1^FO16,18^BQN,2,4,Q,7^FH_^FDQA,${id}^FS^XZ`

test('draws every dot of the label, and a QR code that scans', async () => {
  const png = Buffer.from(await drawZpl(zpl, { widthMm: 33, heightMm: 13, dpi: 300 }), 'base64')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([390, 154])

  const [code] = await readCodes(new Uint8Array(png))
  expect(code).toMatchObject({ text: id, ecLevel: 'Q' })
})
