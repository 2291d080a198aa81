import { toNanolitres } from '@lims/contract/volume.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'
import { takeVolume } from './sample-write-queries.ts'

const lab = await openLab()
const derive = (parentSampleId: string, more: object, token?: string) =>
  lab.post('/samples/add-child', { parentSampleId, count: 1, type: 'DNA', ...more }, token)
const volumeOf = async (id: string): Promise<number> =>
  (await lab.get('/samples/get', { id })).json().sample.volume
const childrenOf = async (sampleId: string): Promise<{ id: string; volume: number }[]> =>
  (await lab.get('/samples/children', { sampleId })).json().children
const eventsOf = (entityId: string) =>
  lab.db
    .selectFrom('audit_event')
    .select(['action', 'before', 'after', 'person_id'])
    .where('entity_id', '=', entityId)
    .orderBy('id')
    .execute()

test('E13 without an amount children have 0 mL and the parent keeps its volume and version', async () => {
  const { id } = await lab.addSample()
  const reply = (await derive(id, { count: 2 })).json()
  expect(reply.samples.map(({ volume }: { volume: number }) => volume)).toEqual([0, 0])
  expect((await lab.get('/samples/get', { id })).json().sample).toMatchObject({ volume: 2, version: 1 })
})

test('E13 an amount alone leaves the parent as it is', async () => {
  const { id } = await lab.addSample()
  const reply = (await derive(id, { count: 2, volume: 0.000001 })).json()
  expect(reply.samples.map(({ volume }: { volume: number }) => volume)).toEqual([0.000001, 0.000001])
  expect(await volumeOf(id)).toBe(2)
  expect((await eventsOf(id)).map(({ action }) => action)).toEqual(['sample.add-child'])
})

test('E13 takes children and loss off the parent, and records it on the parent and on each child', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const reply = await derive(id, { count: 3, volume: 0.4, takeFromParent: true, loss: 0.05 })
  const { samples } = reply.json()
  expect((await lab.get('/samples/get', { id })).json().sample).toMatchObject({ volume: 0.75, version: 2 })
  const names = ['NB-1-DNA-1', 'NB-1-DNA-2', 'NB-1-DNA-3']
  const ids = samples.map((child: { id: string }) => child.id)
  const actor = { person_id: 'ada' }
  expect(await eventsOf(id)).toEqual([
    { ...actor, action: 'sample.take-volume', before: { volume: 2 }, after: { volume: 0.75, version: 2 } },
    {
      ...actor,
      action: 'sample.add-child',
      before: null,
      after: { type: 'DNA', ids, names, volume: 0.4, takeFromParent: true, loss: 0.05 },
    },
  ])
  const { metadata, ...after } = samples[1]
  expect(after).toMatchObject({ name: 'NB-1-DNA-2', volume: 0.4, parentSampleId: id, thawCount: 0 })
  expect(await eventsOf(ids[1])).toEqual([{ ...actor, action: 'sample.create', before: null, after }])
})

test('E13 all of the parent can be taken, and 1 nL more cannot', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const tooMuch = await derive(id, { count: 2, volume: 1, takeFromParent: true, loss: 0.000001 })
  expect([tooMuch.statusCode, tooMuch.json()]).toEqual([
    409,
    {
      code: 'volume-too-small',
      field: 'volume',
      message: 'NB-1 has only 2 mL left: 2 × 1 mL and 0.000001 mL of loss are 2.000001 mL.',
    },
  ])
  expect([await volumeOf(id), await childrenOf(id)]).toEqual([2, []])
  expect((await derive(id, { count: 2, volume: 1, takeFromParent: true })).statusCode).toBe(200)
  expect(await volumeOf(id)).toBe(0)
  const empty = await derive(id, { volume: 0.1, takeFromParent: true })
  expect(empty.json().message).toBe('NB-1 has only 0 mL left: 1 × 0.1 mL are 0.1 mL.')
  const last = (await derive(id, {})).json().sample
  expect(last.name).toBe('NB-1-DNA-3')
})

test('E13 nothing is taken if there is no amount', async () => {
  const { id } = await lab.addSample()
  await derive(id, { takeFromParent: true })
  expect((await lab.get('/samples/get', { id })).json().sample).toMatchObject({ volume: 2, version: 1 })
})

test.each([
  [{ volume: -1 }, 'Volume must be 0 mL or more'],
  [{ volume: 0.0000001 }, 'Volume must be a multiple of 0.000001 mL'],
  [{ volume: '0,5' }, 'Volume must be a number of mL'],
  [{ volume: 1, loss: -0.1, takeFromParent: true }, 'Volume must be 0 mL or more'],
  [{ volume: 1, loss: 0.1 }, 'loss needs takeFromParent'],
  [{ volume: 1_000_001 }, 'Volume must be at most 1,000,000 mL'],
])('E13 refuses %j', async (more, message) => {
  const { id } = await lab.addSample()
  const reply = await derive(id, more)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toContain(message)
  expect(await childrenOf(id)).toEqual([])
})

test('E13 of ten people who take at once, no more succeed than the parent has volume for', async () => {
  const { id } = await lab.addSample()
  const bo = await lab.signIn('bo', 'Bo Chen')
  const tokens = [lab.token(), bo]
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      derive(id, { count: 2, volume: 0.25, takeFromParent: true }, tokens[index % 2]),
    ),
  )
  const statuses = replies.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([...Array(4).fill(200), ...Array(6).fill(409)])
  expect(await volumeOf(id)).toBe(0)
  expect(await childrenOf(id)).toHaveLength(8)
})

test('E13 the database itself refuses a volume below zero', async () => {
  const { id } = await lab.addSample()
  const taking = unaudited(lab.db, (trx) => takeVolume(trx, id, 2_000_001, new Date()))
  await expect(taking).rejects.toMatchObject({ code: '23514' })
})

test('E13 whoever saves an older version of the parent learns who took volume from it', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const bo = await lab.signIn('bo', 'Bo Chen')
  await derive(id, { volume: 0.5, takeFromParent: true }, bo)
  const stale = await lab.post('/samples/update', { id, version: 1, volume: 3 })
  expect(stale.json()).toMatchObject({
    code: 'version-stale',
    message: 'Not saved: Bo Chen changed volume of NB-1.',
  })
})

const amount = fc.integer({ min: 0, max: 900_000 }).map((volumeNl) => volumeNl / 1_000_000)
const step = fc.record({
  count: fc.integer({ min: 1, max: 4 }),
  volume: amount,
  loss: amount,
  takeFromParent: fc.boolean(),
})

test('E13 parent, children and loss always add up to what there was, to the nanolitre', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const { id } = await lab.addSample()
      let lossNl = 0
      let addedNl = 0
      for (const { loss, ...share } of steps) {
        const body = share.takeFromParent ? { ...share, loss } : share
        const reply = await derive(id, body)
        if (reply.statusCode !== 200) {
          expect(reply.json().code).toBe('volume-too-small')
          continue
        }
        if (share.takeFromParent) lossNl += toNanolitres(loss)
        else addedNl += share.count * toNanolitres(share.volume)
      }
      const children = await childrenOf(id)
      const inChildren = children.reduce((sum, { volume }) => sum + toNanolitres(volume), 0)
      const left = toNanolitres(await volumeOf(id))
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left + inChildren + lossNl).toBe(2_000_000 + addedNl)
    }),
    { numRuns: 30 },
  )
})
