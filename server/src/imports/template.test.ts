import { importTemplate } from '@lims/contract/imports.ts'
import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const imports = importing(lab)
const header = importTemplate.map((column) => column.header).join()
const fields = importTemplate.map(({ field }) => field)

test('E14 every column of the template is recognised, and a filled-in template has no problems', async () => {
  const row = [
    ...['NB-1', 'X-1', 'PLASMA', 'QC_PASS', '0.5', 'EDTA', '', '', '', '', '', 'P001', 'SITE1', 'V1'],
    ...['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '', 'clear'],
  ]
  const file = `\ufeff${header}\r\n${row.join()}\r\n`
  const { columns } = (await imports.read(file)).json()
  expect(columns).toEqual(importTemplate)
  const batchId = await lab.addBatch()
  const checked = (await imports.check(file, { columns: fields.join(), batchId })).json()
  expect(checked).toMatchObject({ numSamples: 1, problems: [] })
})
