import type { SampleTreeReply } from '@lims/contract/sample-tree.ts'
import type { SampleListReply } from '@lims/contract/samples.ts'
import { type Activity, StatsOverview } from '@lims/contract/stats.ts'
import { expect, test } from 'vitest'
import { changeCustody } from '../../test/change-custody.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()
const daysAgo = (days: number) => new Date(testNow.getTime() - days * 86_400_000)

async function overview() {
  return StatsOverview.parse((await lab.get('/stats/overview')).json())
}

/** Returns the names in the list after checking that total and tree agree with it. */
async function listed(query: Record<string, string>): Promise<string[]> {
  const list: SampleListReply = (await lab.get('/samples/list', { ...query, pageSize: '100' })).json()
  const names = list.samples.map(({ name }) => name).sort()
  expect(list.totalSamples).toBe(names.length)
  const tree: SampleTreeReply = (await lab.get('/samples/tree', query)).json()
  expect(tree.samples.map(({ name }) => name).sort()).toEqual(names)
  expect(tree.totalSamples).toBe(names.length)
  const file = (await lab.get('/samples/export', query)).body
  expect(names.every((name) => file.includes(name))).toBe(true)
  return names
}

async function receive(name: string, at: Date): Promise<string> {
  lab.setNow(at)
  const token = await lab.signIn('bo', 'Bo Chen', 24)
  const { id } = await lab.addSample({ name })
  await lab.post('/samples/receive', { identifier: id }, token)
  lab.setNow(testNow)
  return id
}

test('the list of a week contains the samples received in it', async () => {
  await receive('NB-001', new Date('2026-11-15T23:59:59.999Z'))
  await receive('NB-002', new Date('2026-11-16T00:00:00.000Z'))
  await receive('NB-003', testNow)
  const week = (await overview()).weeks.at(-1)
  const range = { reachedFrom: week?.from ?? '', reachedTo: week?.to ?? '' }
  expect(week?.received).toBe(2)
  expect(await listed({ reached: 'RECEIVED', ...range })).toEqual(['NB-002', 'NB-003'])
  expect(await listed({ reached: 'SEQUENCED', ...range })).toEqual([])
})

test('a sample that is received twice in a week counts once, as in its list', async () => {
  const { id } = await lab.addSample({ name: 'NB-001' })
  await lab.post('/samples/receive', { identifier: id })
  const unknown = await lab.post('/samples/update-lifecycle', { sampleId: id, newStatus: 'UNKNOWN' })
  expect(unknown.statusCode).toBe(200)
  expect((await lab.post('/samples/receive', { identifier: id })).statusCode).toBe(200)
  const week = (await overview()).weeks.at(-1)
  expect(week?.received).toBe(1)
  const range = { reachedFrom: week?.from ?? '', reachedTo: week?.to ?? '' }
  expect(await listed({ reached: 'RECEIVED', ...range })).toEqual(['NB-001'])
})

test('the lists of samples that wait, and that wait too long, have as many samples as counted', async () => {
  const parent = await receive('NB-001', daysAgo(12))
  const depleted = [await receive('NB-002', daysAgo(8)), await receive('NB-004', daysAgo(1))]
  for (const id of depleted) await changeCustody(lab, id, { from: 'AVAILABLE', to: 'DEPLETED', via: 'set' })
  await receive('NB-003', daysAgo(2))
  await receive('NB-005', daysAgo(9))
  const body = { parentSampleId: parent, count: 2, type: 'DNA' }
  const [child] = (await lab.post('/samples/add-child', body)).json().samples
  await lab.post('/samples/update-lifecycle', { sampleId: child.id, newStatus: 'COLLECTED' })
  await lab.addSample({ name: 'NB-006' })

  const { waiting, longWaitBefore } = await overview()
  const countsOf = (name: string) => {
    const { samples, longWaiting } = waiting.find(({ status }) => status === name) ?? {}
    return [samples, longWaiting]
  }
  expect(countsOf('UNKNOWN')).toEqual([1, 0])
  expect(countsOf('COLLECTED')).toEqual([0, 0])
  expect(countsOf('RECEIVED')).toEqual([3, 2])
  expect(await listed({ status: 'UNKNOWN', waits: 'yes' })).toEqual(['NB-006'])
  expect(await listed({ status: 'COLLECTED', waits: 'yes' })).toEqual([])
  expect(await listed({ status: 'RECEIVED', waits: 'yes' })).toEqual(['NB-001', 'NB-003', 'NB-005'])
  for (const batch of [{}, { batchId: child.batchId }])
    expect(await listed({ ...batch, waits: 'yes' })).toEqual(['NB-001', 'NB-003', 'NB-005', 'NB-006'])
  for (const status of ['RECEIVED', 'RECEIVED,COLLECTED']) {
    const long = { status, waitingSince: longWaitBefore }
    expect(await listed({ ...long, waits: 'yes' })).toEqual(['NB-001', 'NB-005'])
    expect(await listed(long)).toEqual(['NB-001', 'NB-002', 'NB-005'])
  }
})

test('the list of a type has as many samples as counted', async () => {
  await lab.addSample({ name: 'NB-001' })
  const { byType } = await overview()
  expect(await listed({ sampleType: 'PLASMA' })).toHaveLength(byType.PLASMA)
  expect(await listed({ sampleType: 'DNA' })).toHaveLength(byType.DNA)
})

test('the list of one change contains the samples changed together by that person', async () => {
  const ids = [
    (await lab.addSample({ name: 'NB-001' })).id,
    (await lab.addSample({ name: 'NB-002', batch_id: await lab.addBatch({ name: 'Spring draw' }) })).id,
    (await lab.addSample({ name: 'NB-003' })).id,
  ]
  const bo = await lab.signIn('bo', 'Bo Chen')
  const move = (sampleIds: string[], token?: string) =>
    lab.post('/samples/update-statuses', { sampleIds, newStatus: 'COLLECTED' }, token)
  await move(ids.slice(0, 2), bo)
  await move(ids.slice(2))
  const { activities }: { activities: Activity[] } = (await lab.get('/stats/activity')).json()
  const bosChange = activities.find(({ personId }) => personId === 'bo')
  expect(bosChange).toMatchObject({ things: 2, batch: null })
  const { action, personId, from, at } = bosChange as Activity
  const query = { change: action, changedBy: personId, changedFrom: from, changedTo: at }
  expect(await listed(query)).toEqual(['NB-001', 'NB-002'])
})

test('a print run of chosen samples is of all of them, in the activity and in its list', async () => {
  const ids = [
    (await lab.addSample({ name: 'NB-001' })).id,
    (await lab.addSample({ name: 'NB-002', batch_id: await lab.addBatch({ name: 'Spring draw' }) })).id,
  ]
  await lab.addSample({ name: 'NB-003' })
  const { run } = (await lab.post('/print-runs/start', { sampleIds: ids })).json()
  await lab.post('/print-runs/finish', { runId: run.id })
  const { activities }: { activities: Activity[] } = (await lab.get('/stats/activity')).json()
  const ofRun = activities.filter(({ action }) => action.startsWith('print-run.'))
  expect(ofRun).toMatchObject([
    { action: 'print-run.end', things: 2, batch: null },
    { action: 'print-run.start', things: 2, batch: null },
  ])
  for (const { action, personId, from, at } of ofRun) {
    const query = { change: action, changedBy: personId, changedFrom: from, changedTo: at }
    expect(await listed(query)).toEqual(['NB-001', 'NB-002'])
  }
})

test('tubes that were placed and taken out at once have a list each', async () => {
  const { addBox, addTube } = pickLab(lab)
  const box = await addBox('Box 1')
  const inBox = [await addTube(box, 'A1'), await addTube(box, 'A2'), await addTube(box, 'A3')]
  const inHand = [await lab.addSample({ name: 'NB-001' }), await lab.addSample({ name: 'NB-002' })]
  const bo = await lab.signIn('bo', 'Bo Chen')
  const moves = [
    ...inBox.map(({ id }) => ({ sampleId: id, storageId: 0 })),
    ...inHand.map(({ id }, index) => ({
      sampleId: id,
      storageId: box,
      rowCoordinate: 1,
      columnCoordinate: 4 + index,
    })),
  ]
  await ok(lab.post('/samples/arrange', { moves }, bo))
  const { activities }: { activities: Activity[] } = (await lab.get('/stats/activity')).json()
  const bos = activities.filter(({ personId }) => personId === 'bo')
  expect(new Map(bos.map(({ variant, things }) => [variant, things]))).toEqual(
    new Map([
      [null, 2],
      ['taken-out', 3],
    ]),
  )
  for (const { action, personId, from, at, variant, things } of bos) {
    const query = { change: action, changedBy: personId, changedFrom: from, changedTo: at }
    expect(await listed({ ...query, changedVariant: variant ?? 'none' })).toHaveLength(things)
    expect(await listed(query)).toHaveLength(5)
  }
})

test('rejects an invalid time and names the field', async () => {
  const reply = await lab.get('/samples/list', { waitingSince: 'last week' })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().field).toBe('waitingSince')
})

test.each(['no', '', 'YES', 'yes,yes'])("waits is yes or missing, and not '%s'", async (waits) => {
  const reply = await lab.get('/samples/list', { waits })
  expect([reply.statusCode, reply.json().message]).toEqual([400, 'waits: must be yes'])
})

test('DASH-06 SAMP-13 returns a page of 1000 samples; the overview counts more than that', async () => {
  const batch = {
    name: 'Spring draw',
    description: 'One tube too many',
    numSamples: 1001,
    tubeType: 'EDTA',
  }
  expect((await lab.post('/batches/add', batch)).statusCode).toBe(200)
  const page: SampleListReply = (await lab.get('/samples/list', { pageSize: '1000' })).json()
  expect(page.samples).toHaveLength(1000)
  expect(page.totalSamples).toBe(1001)
  expect((await overview()).totalSamples).toBe(1001)
})

test.each([
  ['/samples/list', 'changedBy', 'change'],
  ['/samples/tree', 'reachedFrom', 'reached'],
  ['/samples/export', 'changedTo', 'change'],
  ['/samples/tree', 'changedVariant', 'change'],
])('%s refuses %s without %s, and does not answer everything', async (path, name, other) => {
  const values: Record<string, string> = { changedBy: 'ada', changedVariant: 'taken-out' }
  const value = values[name] ?? '2026-11-16T00:00:00.000Z'
  const reply = await lab.get(path, { [name]: value })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({
    field: name,
    message: `${name} can only be used together with ${other}`,
  })
})
