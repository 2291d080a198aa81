import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const chosen = async (sampleIds: readonly string[]) =>
  (await lab.post('/samples/chosen', { sampleIds })).json().samples

test('E5 the chosen samples come as they are now, in the order of the request, with their places', async () => {
  const { id: storageId } = (
    await lab.post('/storage/add', { alias: 'Box 3', type: 'BOX', numberRows: 3, numberColumns: 3 })
  ).json().storage
  const first = await lab.addSample({ name: 'NB-1', subject_id: 'P001', site_id: 'Oslo' })
  const second = await lab.addSample({ name: 'NB-2' })
  await lab.post('/samples/associate', { sampleId: first.id, storageId, location: 'B1' })

  const samples = await chosen([
    second.id,
    first.id,
    second.id,
    '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f',
    'none',
  ])
  expect(samples.map(({ name }: { name: string }) => name)).toEqual(['NB-2', 'NB-1'])
  expect(samples[0].place).toBeNull()
  expect(samples[1]).toMatchObject({
    id: first.id,
    alias: first.alias,
    type: 'PLASMA',
    status: 'UNKNOWN',
    volume: 2,
    version: 1,
    subjectId: 'P001',
    siteId: 'Oslo',
    visitId: null,
    batchId: first.batch_id,
    place: { storageId, storageName: 'Box 3', rowCoordinate: 1, columnCoordinate: 2, position: 'B1' },
  })
})
