import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const exported = (sampleIds: readonly string[], format = 'csv') =>
  lab.post('/samples/export-chosen', { sampleIds, format })

test('E5 the chosen samples are exported in the order chosen, each once', async () => {
  const [one, two] = [await lab.addSample({ name: 'NB-1' }), await lab.addSample({ name: 'NB-2' })]
  const reply = await exported([two.id, one.id, two.id])
  expect(reply.headers['content-type']).toContain('text/csv')
  expect(reply.headers['content-disposition']).toContain('chosen-samples.csv')
  const [head, ...rows] = reply.body.trim().split('\r\n')
  expect(head).toContain('id,name,alias')
  expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual([
    [two.id, 'NB-2'],
    [one.id, 'NB-1'],
  ])
})

test('E5 a chosen sample that was deleted since refuses the export', async () => {
  const { id } = await lab.addSample()
  const reply = await exported([id, '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'])
  expect([reply.statusCode, reply.json().message]).toEqual([
    404,
    'Sample not found: 1 of the samples does not exist any more. Nothing was exported.',
  ])
})
