import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab({ LABEL_WIDTH_MM: '25', LABEL_HEIGHT_MM: '10', LABEL_DPI: '203' })

test('a code too large for the label stock is refused with the sizes, a smaller one is printed', async () => {
  const { id } = await lab.addSample()
  const generate = (errorCorrection: string) =>
    lab.post('/label/generate', { uuid: id, barcodeSpec: { errorCorrection } })

  const refused = await generate('H')
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toEqual({
    code: 'label-does-not-fit',
    message: 'A QR code that scans does not fit on 25 × 10 mm at 203 dpi.',
  })
  expect((await generate('Q')).statusCode).toBe(200)
})
