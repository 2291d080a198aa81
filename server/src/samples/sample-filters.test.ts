import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const paths = ['/samples/list', '/samples/search', '/samples/tree'] as const

const namesOn = async (path: string, query: Record<string, string>): Promise<string[]> =>
  (await lab.get(path, query)).json().samples.map(({ name }: { name: string }) => name)

/** The names that match, the same on the list, the search, the tree and in the export. */
async function found(query: Record<string, string>): Promise<string[]> {
  const names = (await namesOn('/samples/list', query)).sort()
  for (const path of paths) {
    expect((await namesOn(path, query)).sort(), path).toEqual(names)
    expect((await lab.get(path, query)).json(), path).toMatchObject({
      totalSamples: names.length,
      totalIsExact: true,
    })
  }
  const lines = (await lab.get('/samples/export', query)).body.trim().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[1]).sort()).toEqual(names)
  return names
}

async function addStorage(alias: string, type: string, parentID?: number): Promise<number> {
  const made = await lab.post('/storage/add', { alias, type, numberRows: 4, numberColumns: 4, parentID })
  return made.json().storage.id
}

test('E7 SAMP-09 SAMP-10 a part of a subject or of a site finds all that contain it, a whole ID only itself', async () => {
  const batch_id = await lab.addBatch()
  const ids = [
    ['P1', 'SITE1'],
    ['P12', 'SITE12'],
    ['xp12%', 'Austin_2'],
  ]
  for (const [subject_id, site_id] of ids) {
    await lab.addSample({
      batch_id,
      name: `${subject_id}`,
      subject_id: `${subject_id}`,
      site_id: `${site_id}`,
    })
  }
  await lab.addSample({ batch_id, name: 'none' })

  expect(await found({ subjectId: 'p1' })).toEqual(['P1'])
  expect(await found({ subjectId: 'P' })).toEqual(['P1', 'P12', 'xp12%'])
  expect(await found({ subjectId: '12' })).toEqual(['P12', 'xp12%'])
  expect(await found({ subjectId: '2%' })).toEqual(['xp12%'])
  expect(await found({ subjectId: 'P3' })).toEqual([])
  expect(await found({ siteId: 'site1' })).toEqual(['P1'])
  expect(await found({ siteId: 'site' })).toEqual(['P1', 'P12'])
  expect(await found({ siteId: '2' })).toEqual(['P12', 'xp12%'])
  expect(await found({ siteId: 'N_2' })).toEqual(['xp12%'])
  expect(await found({ siteId: 'Boston' })).toEqual([])
  expect(await found({ siteId: 'site', subjectId: '12', status: 'UNKNOWN' })).toEqual(['P12'])
})

test('a reply says which filters are only part of the IDs of its samples', async () => {
  const batch_id = await lab.addBatch()
  for (const subject_id of ['P10', 'P11']) await lab.addSample({ batch_id, subject_id, site_id: 'SITE01' })
  const partsOn = async (query: Record<string, string>) => {
    const [first, ...others] = await Promise.all(
      [...paths, '/samples/matching'].map(async (path) => (await lab.get(path, query)).json().byPartOfId),
    )
    expect(others).toEqual([first, first, first])
    return first
  }
  expect(await partsOn({ subjectId: 'P1' })).toEqual(['subjectId'])
  expect(await partsOn({ subjectId: 'P1', siteId: 'site0' })).toEqual(['subjectId', 'siteId'])
  expect(await partsOn({ subjectId: 'p10', siteId: 'site01' })).toBeUndefined()
  expect(await partsOn({ status: 'UNKNOWN' })).toBeUndefined()
  await lab.addSample({ batch_id, subject_id: 'P1', site_id: 'SITE0' })
  expect(await partsOn({ subjectId: 'P1', siteId: 'site0' })).toBeUndefined()
})

test('E2 a storage finds the tubes of all boxes below it, and others those without a place', async () => {
  const batch_id = await lab.addBatch()
  const freezer = await addStorage('Freezer 1', 'FREEZER')
  const rack = await addStorage('Rack A', 'RACK', freezer)
  const boxes = [await addStorage('Box 1', 'BOX', rack), await addStorage('Box 2', 'BOX', freezer)]
  const elsewhere = await addStorage('Box 3', 'BOX')
  for (const [name, storageId] of Object.entries({
    one: boxes[0],
    two: boxes[1],
    three: elsewhere,
    loose: 0,
  })) {
    const { id } = await lab.addSample({ batch_id, name, status: name === 'two' ? 'RECEIVED' : 'UNKNOWN' })
    if (storageId) await lab.post('/samples/associate', { sampleId: id, storageId, location: 'A1' })
  }

  expect(await found({ storageId: `${freezer}` })).toEqual(['one', 'two'])
  expect(await found({ storageId: `${rack}` })).toEqual(['one'])
  expect(await found({ storageId: `${boxes[1]}` })).toEqual(['two'])
  expect(await found({ storageId: `${freezer}`, status: 'RECEIVED' })).toEqual(['two'])
  expect(await found({ storageId: '999999' })).toEqual([])
  expect(await found({ hasPlace: 'no' })).toEqual(['loose'])
  expect(await found({ hasPlace: 'yes', status: 'UNKNOWN' })).toEqual(['one', 'three'])
  const named = await lab.get('/samples/export', { storageId: `${freezer}` })
  expect(named.headers['content-disposition']).toContain('samples-2026-11-20-Freezer-1.csv')
})

test('E7 finds samples with and without a data file, and those registered in a period', async () => {
  const batch_id = await lab.addBatch()
  const { id } = await lab.addSample({ batch_id, name: 'sequenced' })
  await lab.addSample({ batch_id, name: 'waiting' })
  await lab.post('/samples/update', { id, bamFileUri: 's3://seq/nb.bam' })
  expect(await found({ hasFile: 'yes' })).toEqual(['sequenced'])
  expect(await found({ hasFile: 'no' })).toEqual(['waiting'])

  const day = { createdFrom: '2026-11-20T00:00:00Z', createdTo: '2026-11-21T00:00:00Z' }
  expect(await found(day)).toEqual(['sequenced', 'waiting'])
  expect(await found({ createdFrom: day.createdTo })).toEqual([])
  expect(await found({ createdTo: day.createdFrom })).toEqual([])
})

test('finds the children of samples, or the samples that are no children', async () => {
  const batch_id = await lab.addBatch()
  const { id } = await lab.addSample({ batch_id, name: 'blood', status: 'RECEIVED' })
  await lab.addSample({ batch_id, name: 'awaited' })
  await lab.post('/samples/add-child', { parentSampleId: id, count: 2, type: 'DNA' })
  expect(await namesOn('/samples/list', { hasParent: 'yes' })).toEqual(['blood-DNA-2', 'blood-DNA-1'])
  expect(await found({ hasParent: 'no' })).toEqual(['awaited', 'blood'])
  expect(await found({ hasParent: 'no', batchId: batch_id, status: 'UNKNOWN,COLLECTED' })).toEqual([
    'awaited',
  ])
  const tree = await lab.get('/samples/tree', { hasParent: 'no', batchId: batch_id, status: 'UNKNOWN' })
  expect(tree.json()).toMatchObject({ samples: [{ name: 'awaited', children: [] }], totalSamples: 1 })
  const named = await lab.get('/samples/export', { hasParent: 'no', status: 'UNKNOWN' })
  expect(named.headers['content-disposition']).toContain('samples-2026-11-20-UNKNOWN-no-children.csv')
})

test.each([
  [{ storageId: '0' }, 'storageId: must be the id of a storage'],
  [{ storageId: 'Freezer 1' }, 'storageId: must be the id of a storage'],
  [{ batchId: 'Nordic study 4' }, 'batchId: must be the id of a batch'],
  [{ change: 'sample.recieve' }, 'change: must be an action of the audit trail, such as sample.receive'],
  [{ change: 'subject.reveal' }, 'change: who revealed subjects is listed by /audit/list only'],
  [{ hasPlace: 'maybe' }, 'hasPlace: must be yes or no'],
  [{ hasParent: 'maybe' }, 'hasParent: must be yes or no'],
  [{ createdFrom: 'yesterday' }, 'createdFrom: must be a time such as 2026-11-20T09:30:00Z'],
])('E7 refuses %j', async (query, message) => {
  for (const path of [...paths, '/samples/export', '/samples/matching']) {
    const reply = await lab.get(path, query as Record<string, string>)
    expect([reply.statusCode, reply.json().message], path).toEqual([400, message])
  }
})

test('E7 several statuses and types, separated by commas, find the samples with any of them', async () => {
  const batch_id = await lab.addBatch()
  const samples = [
    ['plasma', 'PLASMA', 'RECEIVED'],
    ['blood', 'BLOOD', 'RECEIVED'],
    ['serum', 'SERUM', 'PROCESSED'],
    ['csf', 'CSF', 'UNKNOWN'],
  ] as const
  for (const [name, type, status] of samples) await lab.addSample({ batch_id, name, type, status })

  expect(await found({ batchId: batch_id, status: 'RECEIVED,PROCESSED' })).toEqual([
    'blood',
    'plasma',
    'serum',
  ])
  expect(await found({ batchId: batch_id, status: ' PROCESSED , RECEIVED,PROCESSED' })).toHaveLength(3)
  expect(await found({ batchId: batch_id, sampleType: 'CSF,BLOOD,unknown' })).toEqual(['blood', 'csf'])
  const both = { batchId: batch_id, status: 'RECEIVED,UNKNOWN', sampleType: 'CSF,BLOOD' }
  expect(await found(both)).toEqual(['blood', 'csf'])
  expect(await namesOn('/samples/list', { ...both, sort: '-name' })).toEqual(['csf', 'blood'])
  expect(await found({ batchId: batch_id, status: 'SENT_TO_COLLABORATOR,SEQUENCED' })).toEqual([])
  expect((await lab.get('/samples/export', both)).headers['content-disposition']).toContain(
    'UNKNOWN-or-RECEIVED-BLOOD-or-CSF',
  )
})

test.each(['RECEIVED,LOST', ',', 'RECEIVED,', '', 'RECEIVED;PROCESSED', 'received'])(
  'E7 the statuses %j are refused with a sentence',
  async (status) => {
    for (const path of [...paths, '/samples/export', '/samples/matching']) {
      const reply = await lab.get(path, { status })
      expect(reply.statusCode, path).toBe(400)
      expect(reply.json().message).toMatch(/^sample status validation failed: '.*' is not a status$/)
    }
  },
)

test('E7 a list of statuses is bounded in length', async () => {
  const list = (length: number) => `${'UNKNOWN,'.repeat(length)}UNKNOWN`
  expect((await lab.get('/samples/list', { status: list(24) })).statusCode).toBe(200)
  const refused = await lab.get('/samples/list', { status: list(25) })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().field).toBe('status')
})

test.each([
  ['reachedFrom', 'reached'],
  ['reachedTo', 'reached'],
  ['changedBy', 'change'],
  ['changedFrom', 'change'],
  ['changedTo', 'change'],
])('E7 %s without %s is refused, rather than listing all', async (name, required) => {
  const query = { [name]: name === 'changedBy' ? 'ada' : '2026-11-20T09:00:00Z' }
  for (const path of [...paths, '/samples/export', '/samples/matching']) {
    expect((await lab.get(path, query)).json(), path).toEqual({
      code: 'request-invalid',
      message: `${name} can only be used together with ${required}`,
      field: name,
    })
  }
  const both = { ...query, [required]: required === 'reached' ? 'RECEIVED' : 'sample.receive' }
  expect((await lab.get('/samples/list', both)).statusCode).toBe(200)
})
