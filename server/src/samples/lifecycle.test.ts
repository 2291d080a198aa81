import { nextStatuses, receivableStatuses, SampleStatus } from '@lims/contract/sample-status.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const statusOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample.status
const historyOf = async (sampleId: string) =>
  (await lab.get('/samples/lifecycle-history', { sampleId })).json().events

/** The table of the specification. */
const table: [string, SampleStatus, SampleStatus[]][] = [
  ['LIFE-01', 'UNKNOWN', ['COLLECTED']],
  ['LIFE-02', 'COLLECTED', ['RECEIVED', 'UNKNOWN']],
  ['LIFE-03', 'RECEIVED', ['PROCESSED', 'UNKNOWN']],
  ['LIFE-04', 'PROCESSED', ['QC_PASS', 'QC_FAIL', 'UNKNOWN']],
  ['LIFE-05', 'QC_PASS', ['SEQUENCED', 'SENT_TO_C2N', 'UNKNOWN']],
  ['LIFE-06', 'QC_FAIL', ['PROCESSED', 'UNKNOWN']],
  ['LIFE-07', 'SEQUENCED', ['UNKNOWN']],
  ['LIFE-08', 'SENT_TO_C2N', ['UNKNOWN']],
]

test.each(table)(
  'LIFE-01 LIFE-02 LIFE-03 LIFE-04 LIFE-05 LIFE-06 LIFE-07 LIFE-08: %s, from %s',
  async (_, from, to) => {
    for (const target of SampleStatus.options) {
      const { id } = await lab.addSample({ status: from })
      const reply = await lab.post('/samples/update-lifecycle', { sampleId: id, newStatus: target })
      const isAllowed = to.includes(target)
      expect([from, target, reply.statusCode]).toEqual([from, target, isAllowed ? 200 : 409])
      expect(await statusOf(id)).toBe(isAllowed ? target : from)
      expect(await historyOf(id)).toHaveLength(isAllowed ? 1 : 0)
    }
  },
)

type Call = { path: 'lifecycle' | 'update' | 'bulk' | 'receive'; to: SampleStatus }

const send: Record<Call['path'], (id: string, to: SampleStatus) => Promise<{ statusCode: number }>> = {
  lifecycle: (id, to) => lab.post('/samples/update-lifecycle', { sampleId: id, newStatus: to }),
  update: (id, to) => lab.post('/samples/update', { id, status: to }),
  bulk: (id, to) => lab.post('/samples/update-statuses', { sampleIds: [id], newStatus: to }),
  receive: (id) => lab.post('/samples/receive', { identifier: id }),
}

function next(from: SampleStatus, { path, to }: Call): SampleStatus | undefined {
  if (path === 'receive') return receivableStatuses.includes(from) ? 'RECEIVED' : undefined
  if (path === 'update' && to === from) return from
  return nextStatuses[from].includes(to) ? to : undefined
}

test('no sequence of requests reaches a status that the rules do not allow', async () => {
  const call = fc.record<Call>({
    path: fc.constantFrom('lifecycle', 'update', 'bulk', 'receive'),
    to: fc.constantFrom(...SampleStatus.options),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
      const { id } = await lab.addSample()
      let status: SampleStatus = 'UNKNOWN'
      let events = 0
      for (const one of calls) {
        const reached = next(status, one)
        const { statusCode } = await send[one.path](id, one.to)
        expect(statusCode).toBe(reached ? 200 : 409)
        if (reached && reached !== status) events += 1
        status = reached ?? status
        expect(await statusOf(id)).toBe(status)
      }
      expect(await historyOf(id)).toHaveLength(events)
    }),
    { numRuns: 40 },
  )
})

test('a time of collection that was entered stays when the status follows, and after the undo', async () => {
  const { id } = await lab.addSample()
  const entered = '2026-03-02T08:00:00.000Z'
  await lab.post('/samples/update', { id, collectionTimestamp: entered })
  const collected = async () => (await lab.get('/samples/get', { id })).json().sample.collectionTimestamp
  const { eventId } = (
    await lab.post('/samples/update-lifecycle', { sampleId: id, newStatus: 'COLLECTED' })
  ).json()
  expect(await collected()).toBe(entered)
  expect((await lab.post('/samples/undo-status', { eventIds: [eventId] })).statusCode).toBe(200)
  expect(await collected()).toBe(entered)
  await lab.post('/samples/update', { id, status: 'COLLECTED', collectionTimestamp: entered })
  expect(await collected()).toBe(entered)
})

test('a time stays as set until the same event occurs again', async () => {
  const { id } = await lab.addSample()
  await send.lifecycle(id, 'COLLECTED')
  const collected = (await lab.get('/samples/get', { id })).json().sample.collectionTimestamp
  lab.setNow(new Date('2026-11-20T10:00:00Z'))
  await send.lifecycle(id, 'UNKNOWN')
  const { sample } = (await lab.get('/samples/get', { id })).json()
  expect([sample.status, sample.collectionTimestamp]).toEqual(['UNKNOWN', collected])
  await send.lifecycle(id, 'COLLECTED')
  const again = (await lab.get('/samples/get', { id })).json().sample.collectionTimestamp
  expect(again).toBe('2026-11-20T10:00:00.000Z')
})
