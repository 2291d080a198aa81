import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { layOutLabel } from './label-layout.ts'

const lab = await openLab()
const stock = { widthMm: 33, heightMm: 13, dpi: 300 }

test('a sample without a subject has no empty line on its label', async () => {
  const { id, alias } = await lab.addSample({ name: 'NB-001' })
  const { labelData } = (await lab.post('/label/generate', { uuid: id })).json()
  const lines = [alias, 'NB-001', 'PLASMA', '2026-11-20']
  expect(labelData).toBe(layOutLabel({ id, lines, errorCorrection: 'Q' }, stock))
})
