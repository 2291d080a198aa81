import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

type Listed = { id: string; name: string; place: unknown; children?: Listed[] }
const read = async (path: string, query: Record<string, string> = {}): Promise<Listed[]> =>
  (await lab.get(path, query)).json().samples

async function addStorage(alias: string, type: string, parentID?: number): Promise<number> {
  const grid = { numberRows: 8, numberColumns: 12, rowPrefix: 'A', columnPrefix: '1' }
  return (await lab.post('/storage/add', { alias, type, ...grid, parentID })).json().storage.id
}

test('E2 list, search and tree say where each tube is, with its storage', async () => {
  const freezer = await addStorage('Freezer 1', 'FREEZER')
  const rack = await addStorage('Rack A', 'RACK', freezer)
  const box = await addStorage('Box 9', 'BOX', rack)
  const top = await addStorage('Loose box', 'BOX')
  const parent = await lab.addSample({ name: 'NB-1' })
  await lab.post('/samples/add-child', { parentSampleId: parent.id, count: 1, type: 'DNA' })
  await lab.addSample({ name: 'NB-2' })
  const [child] = await read('/samples/search', { name: 'NB-1-DNA' })
  await lab.post('/samples/associate', { sampleId: parent.id, storageId: box, location: 'D2' })
  await lab.post('/samples/associate', { sampleId: child?.id, storageId: top, location: 'H12' })

  const inBox = { storageId: box, location: 'D2', path: 'Freezer 1 › Rack A › Box 9 › D2' }
  const atTop = { storageId: top, location: 'H12', path: 'Loose box › H12' }
  const expected = [
    ['NB-1', inBox],
    ['NB-1-DNA-1', atTop],
    ['NB-2', null],
  ]
  for (const path of ['/samples/list', '/samples/search']) {
    const listed = await read(path)
    expect(listed.map(({ name, place }) => [name, place]).sort()).toEqual(expected)
  }
  const tree = await read('/samples/tree')
  const family = tree.flatMap(({ children, ...sample }) => [sample, ...(children ?? [])])
  expect(family.map(({ name, place }) => [name, place]).sort()).toEqual(expected)

  await lab.post('/storage/update', { id: rack, parentID: 0 })
  expect((await read('/samples/list')).find(({ id }) => id === parent.id)?.place).toEqual({
    ...inBox,
    path: 'Rack A › Box 9 › D2',
  })
})

test('E2 a sample that was taken out of storage has no place in the list', async () => {
  const box = await addStorage('Box', 'BOX')
  const { id } = await lab.addSample({ name: 'NB-1' })
  await lab.post('/samples/associate', { sampleId: id, storageId: box, location: 'A1' })
  await lab.post(`/samples/disassociate?id=${id}`, undefined)
  expect((await read('/samples/list'))[0]?.place).toBeNull()
})

test('E2 each batch lists its own tubes, places and total, in pages of any size', async () => {
  const shelf = await addStorage('Shelf', 'SHELF')
  const boxes = [await addStorage('Box 1', 'BOX', shelf), await addStorage('Box 2', 'BOX', shelf)]
  const tubes = Array.from({ length: 12 }, (_, index) => `NB-${index + 1}`)
  const batches = [await lab.addBatch({ name: 'Plasma' }), await lab.addBatch({ name: 'Serum' })]
  for (const [row, batchId] of batches.entries()) {
    for (const [column, name] of tubes.entries()) {
      const { id: sampleId } = await lab.addSample({ name, batch_id: batchId })
      const cell = { storageId: boxes[column % 2], location: `${'AB'[row]}${column + 1}` }
      if (column % 3 > 0) await lab.post('/samples/associate', { sampleId, ...cell })
    }
  }
  for (const id of batches) {
    for (const batchId of [id, id.toUpperCase()]) {
      const list = async (pageSize: string) => (await lab.get('/samples/list', { batchId, pageSize })).json()
      const whole = await list('99')
      expect(whole).toMatchObject({ totalSamples: 12, totalIsExact: true })
      expect(whole.samples.map(({ name }: Listed) => name)).toEqual(tubes)
      expect(whole.samples.filter(({ place }: Listed) => place === null)).toHaveLength(4)
      expect(await list('100')).toEqual(whole)
      expect(await list('10')).toEqual({ ...whole, samples: whole.samples.slice(0, 10) })
    }
  }
})
