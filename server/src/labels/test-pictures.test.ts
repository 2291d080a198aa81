import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawLabels, readCodes } from '../../test/read-label.ts'
import { layOutLabel } from './label-layout.ts'

const id = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'
const lines = ['T0000123', 'NORDIC-P001-EDTA-1', 'PLASMA', 'S: NORDIC-P001', '2026-11-20']

/** After a change that is meant: `RENEW_TEST_PICTURES=1 npm run test:server -- test-pictures`, and look at them. */
const isRenewing = process.env.RENEW_TEST_PICTURES === '1'

test.each([
  ['33x13', 33, 13],
  ['25x13', 25.4, 12.7],
  ['51x25', 50.8, 25.4],
])('PRINT-01 a label of %s mm looks as it always did, dot by dot', async (name, widthMm, heightMm) => {
  const stock = { widthMm, heightMm, dpi: 300 }
  const file = join(import.meta.dirname, 'test-pictures', `${name}.png`)
  const [drawn = Buffer.alloc(0)] = await drawLabels(
    layOutLabel({ id, lines, errorCorrection: 'Q' }, stock),
    stock,
  )
  if (isRenewing) writeFileSync(file, drawn)

  const picture = readFileSync(file)
  expect(drawn.equals(picture), `${name}.png shows another label`).toBe(true)
  expect(await readCodes(picture)).toMatchObject([{ text: id.toUpperCase(), ecLevel: 'Q' }])
})
