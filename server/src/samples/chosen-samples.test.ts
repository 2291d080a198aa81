import { expect, test } from 'vitest'
import { callHelpers } from '../../test/call-helpers.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const { post, storage } = callHelpers(lab)
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
    place: {
      storageId,
      storageName: 'Box 3',
      rowCoordinate: 1,
      columnCoordinate: 2,
      position: 'B1',
      path: 'Box 3 › B1',
    },
  })
})

test('chosen samples in boxes of the same name have the whole paths of their places', async () => {
  const freezer = await storage('FREEZER', { alias: 'Freezer 1' })
  const ids: string[] = []
  for (const alias of ['Rack A', 'Rack B']) {
    const rack = await storage('RACK', { alias, parentID: freezer })
    const box = await storage('BOX', { alias: 'Box 1', parentID: rack })
    const { id } = await lab.addSample({ name: `In ${alias}` })
    await post('/samples/associate', { sampleId: id, storageId: box, location: 'B2' })
    ids.push(id)
  }
  const samples: { place: object }[] = await chosen(ids)
  expect(samples.map(({ place }) => place)).toMatchObject([
    { storageName: 'Box 1', position: 'B2', path: 'Freezer 1 › Rack A › Box 1 › B2' },
    { storageName: 'Box 1', position: 'B2', path: 'Freezer 1 › Rack B › Box 1 › B2' },
  ])
})
