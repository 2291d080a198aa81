import { StatsOverview, waitingStatuses } from '@lims/contract/stats.ts'
import { expect, test } from 'vitest'
import { changeCustody } from '../../test/change-custody.ts'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const daysAgo = (days: number) => new Date(testNow.getTime() - days * 86_400_000)

async function overview(query: Record<string, string> = {}): Promise<StatsOverview> {
  const reply = await lab.get('/stats/overview', query)
  expect(reply.statusCode).toBe(200)
  return StatsOverview.parse(reply.json())
}

const move = (sampleIds: string[], newStatus: string) =>
  lab.post('/samples/update-statuses', { sampleIds, newStatus })

test('all counts of a new laboratory are 0', async () => {
  const { totalSamples, totalBatches, newestBatch, byStatus, weeks, waiting } = await overview()
  expect({ totalSamples, totalBatches, newestBatch }).toEqual({
    totalSamples: 0,
    totalBatches: 0,
    newestBatch: null,
  })
  expect(byStatus.SEQUENCED).toBe(0)
  expect(weeks).toHaveLength(12)
  expect(weeks.every(({ received, sequenced }) => received + sequenced === 0)).toBe(true)
  expect(waiting.map(({ status, samples, oldest }) => [status, samples, oldest])).toEqual(
    waitingStatuses.map((status) => [status, 0, []]),
  )
})

test('counts samples by status and type without deleted ones', async () => {
  const first = await lab.addSample({ status: 'SEQUENCED' })
  await lab.addSample({ status: 'SEQUENCED' })
  await lab.addSample({ status: 'QC_FAIL' })
  expect(await overview()).toMatchObject({
    totalSamples: 3,
    totalBatches: 1,
    newestBatch: { id: first.batch_id, name: 'Nordic study 4' },
    byStatus: { SEQUENCED: 2, QC_FAIL: 1, RECEIVED: 0 },
    byType: { PLASMA: 3, DNA: 0 },
  })
  await lab.post(`/samples/delete?id=${first.id}`, {})
  expect(await overview()).toMatchObject({ totalSamples: 2, byStatus: { SEQUENCED: 1 } })
})

test('counts in the weeks of the reader, of which one has a change of the clocks', async () => {
  // Berlin: from 25 October on, Monday begins at 23:00 UTC in place of 22:00.
  const [summer, winter] = ['22:00:00.000Z', '23:00:00.000Z']
  const sundays = ['08-30', '09-06', '09-13', '09-20', '09-27', '10-04', '10-11', '10-18']
  const later = ['10-25', '11-01', '11-08', '11-15', '11-22']
  const bounds = [
    ...sundays.map((day) => `2026-${day}T${summer}`),
    ...later.map((day) => `2026-${day}T${winter}`),
  ]
  const sample = await lab.addSample()
  lab.setNow(new Date('2026-10-18T22:30:00.000Z'))
  await lab.post('/samples/receive', { identifier: sample.id }, await lab.signIn('bo', 'Bo Chen'))
  lab.setNow(testNow)

  const { weeks } = await overview({ weekBounds: bounds.join() })
  expect(weeks.map(({ from }) => from)).toEqual(bounds.slice(0, -1))
  expect(weeks.map(({ to }) => to)).toEqual(bounds.slice(1))
  expect(weeks[7]).toMatchObject({ from: '2026-10-18T22:00:00.000Z', received: 1 })
})

test.each([
  ['too few', '2026-11-15T23:00:00Z,2026-11-22T23:00:00Z'],
  ['in descending order', Array.from({ length: 13 }, (_, at) => `2026-11-${30 - at}T00:00:00Z`).join()],
  ['further apart than a week', Array.from({ length: 13 }, (_, at) => `${2014 + at}-11-01T00:00:00Z`).join()],
  ['not times', Array.from({ length: 13 }, () => 'Monday').join()],
])('A8 bounds of weeks that are %s are refused by name', async (_, weekBounds) => {
  const reply = await lab.get('/stats/overview', { weekBounds })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().field).toMatch(/^weekBounds/)
})

test('counts receipts and sequencing in the week in which they happened', async () => {
  const samples = [await lab.addSample(), await lab.addSample(), await lab.addSample()]
  // Monday 2026-11-16 00:00 UTC is the first instant of this week.
  lab.setNow(new Date('2026-11-15T23:59:59.999Z'))
  const before = await lab.signIn('bo', 'Bo Chen')
  await lab.post('/samples/receive', { identifier: samples[0]?.id }, before)
  lab.setNow(new Date('2026-11-16T00:00:00.000Z'))
  await lab.post('/samples/receive', { identifier: samples[1]?.id }, before)
  lab.setNow(testNow)
  await lab.post('/samples/receive', { identifier: samples[2]?.id })
  const last = samples[2]?.id ?? ''
  for (const status of ['PROCESSED', 'QC_PASS', 'SEQUENCED']) await move([last], status)
  // Created as SEQUENCED, so not counted as sequenced here.
  await lab.addSample({ name: 'OLD-1', status: 'SEQUENCED' })

  const { weeks } = await overview()
  expect(weeks.at(-1)).toEqual({
    from: '2026-11-16T00:00:00.000Z',
    to: '2026-11-23T00:00:00.000Z',
    received: 2,
    sequenced: 1,
  })
  expect(weeks.at(-2)).toMatchObject({ received: 1, sequenced: 0 })
  expect(weeks[0]?.from).toBe('2026-08-31T00:00:00.000Z')

  const inTokyo = (await overview({ weekStart: '2026-11-15T15:00:00.000Z' })).weeks
  expect(inTokyo.at(-1)).toMatchObject({ from: '2026-11-15T15:00:00.000Z', received: 3 })
})

test('lists how long samples have been in their status, oldest first', async () => {
  lab.setNow(daysAgo(30))
  const bo = await lab.signIn('bo', 'Bo Chen', 24 * 60)
  const ids: string[] = []
  for (const [name, days] of [
    ['NB-001', 20],
    ['NB-002', 9],
    ['NB-003', 7],
    ['NB-004', 1],
    ['NB-005', 10],
  ] as const) {
    const { id } = await lab.addSample({ name })
    lab.setNow(daysAgo(days))
    expect((await lab.post('/samples/receive', { identifier: id }, bo)).statusCode).toBe(200)
    ids.push(id)
  }
  lab.setNow(testNow)
  const { waiting, longWaitBefore } = await overview()
  const received = waiting.find(({ status }) => status === 'RECEIVED')
  expect(longWaitBefore).toBe(daysAgo(7).toISOString())
  expect(received).toMatchObject({ samples: 5, longWaiting: 3 })
  expect(received?.oldest.map(({ name }) => name)).toEqual(['NB-001', 'NB-005', 'NB-002'])
  expect(received?.oldest[0]).toMatchObject({
    id: ids[0],
    since: daysAgo(20).toISOString(),
    batchName: 'Nordic study 4',
  })

  // The only tubes that somebody can do something for.
  await changeCustody(lab, ids[1] ?? '', { from: 'AVAILABLE', to: 'DISPOSED', via: 'set' })
  await changeCustody(lab, ids[4] ?? '', { from: 'AVAILABLE', to: 'DEPLETED', via: 'set' })
  const inUse = (await overview()).waiting.find(({ status }) => status === 'RECEIVED')
  expect(inUse?.oldest.map(({ name }) => name)).toEqual(['NB-001', 'NB-003', 'NB-004'])

  await move([ids[0] ?? ''], 'PROCESSED')
  const after = (await overview()).waiting
  expect(after.find(({ status }) => status === 'RECEIVED')).toMatchObject({ samples: 2, longWaiting: 0 })
  expect(after.find(({ status }) => status === 'PROCESSED')?.oldest[0]?.since).toBe(testNow.toISOString())
})

test('children do not wait to arrive, but for what comes after that', async () => {
  const parent = await lab.addSample({ name: 'NB-001', status: 'RECEIVED' })
  const tube = await lab.addSample({ name: 'NB-002' })
  lab.setNow(daysAgo(20))
  const ada = await lab.signIn('ada', 'Ada Lindqvist', 24 * 30)
  const body = { parentSampleId: parent.id, count: 3, type: 'DNA' }
  const [child] = (await lab.post('/samples/add-child', body, ada)).json().samples
  lab.setNow(testNow)
  const waitIn = async (name: string) =>
    (await overview()).waiting
      .filter(({ status }) => status === name)
      .map(({ samples, longWaiting, oldest }) => [samples, longWaiting, oldest.map(({ id }) => id)])
  expect(await waitIn('UNKNOWN')).toEqual([[1, 0, [tube.id]]])
  const received = (await lab.post('/samples/receive', { identifier: child.id })).json()
  expect(await waitIn('UNKNOWN')).toEqual([[1, 0, [tube.id]]])
  expect(await waitIn('RECEIVED')).toEqual([[2, 0, expect.arrayContaining([parent.id, child.id])]])
  expect((await lab.post('/samples/undo-status', { eventIds: [received.sample.eventId] })).statusCode).toBe(
    200,
  )
  expect(await waitIn('RECEIVED')).toEqual([[1, 0, [parent.id]]])
  expect(await waitIn('UNKNOWN')).toEqual([[1, 0, [tube.id]]])
})

test('the waiting time of a restored sample includes the time of its deletion', async () => {
  const { id } = await lab.addSample()
  lab.setNow(daysAgo(-3))
  const ada = await lab.signIn('ada', 'Ada Lindqvist', 24 * 30)
  await lab.post('/samples/receive', { identifier: id }, ada)
  lab.setNow(daysAgo(-5))
  const { deletionId } = (await lab.post(`/samples/delete?id=${id}`, {}, ada)).json()
  expect((await lab.post('/deletions/undo', { deletionId }, ada)).statusCode).toBe(200)
  const reply = await lab.get('/stats/overview', {}, ada)
  const received = StatsOverview.parse(reply.json()).waiting.find(({ status }) => status === 'RECEIVED')
  expect(received?.oldest).toMatchObject([{ id, since: daysAgo(-3).toISOString() }])
})
