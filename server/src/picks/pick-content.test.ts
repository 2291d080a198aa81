import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeCustody } from '../../test/change-custody.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { pickLab } from '../../test/picks.ts'
import { unaudited } from '../../test/unaudited.ts'

/** What the events of pick lists hold, and what each refusal says, word by word. */
const lab = await openLab({ THAW_LIMITS: 'PLASMA=2' })
const { ok, addBox, addTube, create, pick, notFound, undo, close } = pickLab(lab)

const eventsOf = async (action: string) =>
  (
    await lab.db
      .selectFrom('audit_event')
      .select(['at', 'person_id', 'entity_type', 'entity_id', 'before', 'after', 'reason'])
      .where('action', '=', action)
      .orderBy('id')
      .execute()
  ).map(({ at, person_id, ...event }) => {
    expect([at, person_id]).toEqual([testNow, 'ada'])
    return event
  })
const ofSample = ({ id }: { id: string }) => ({ entity_type: 'sample', entity_id: id, reason: null })
const refusal = async (reply: ReturnType<typeof lab.post>) => {
  const { statusCode, json } = await reply
  expect(statusCode).toBeGreaterThanOrEqual(400)
  return json()
}

async function openList(more: object = {}) {
  const box = await addBox('Box 3')
  const tubes = [await addTube(box, 'A1'), await addTube(box, 'B1'), await addTube(box, 'C1')] as const
  const { pickList } = await ok(
    create(
      tubes.map(({ id }) => id),
      more,
    ),
  )
  return { box, tubes, id: pickList.id as string }
}

test('each step of a list leaves its event', async () => {
  const { tubes, id } = await openList()
  const [picked, lost, left] = tubes
  const pickList = 'C2N shipment'
  const ofList = { entity_type: 'pick-list', entity_id: id, reason: null }
  expect(await eventsOf('pick-list.create')).toEqual([
    {
      ...{ ...ofList, before: null },
      after: { name: pickList, personId: 'ada', numSamples: 3, numLeftOut: 0 },
    },
  ])
  expect(await eventsOf('custody.reserve')).toEqual(
    tubes.map((tube) => ({
      ...{ ...ofSample(tube), before: { custody: 'AVAILABLE' }, after: { custody: 'RESERVED', pickList } },
    })),
  )

  await ok(pick(id, picked.alias))
  await ok(notFound(id, lost.id, 'not in its cell'))
  expect(await eventsOf('custody.pick')).toEqual([
    { ...ofSample(picked), before: { custody: 'RESERVED' }, after: { custody: 'CHECKED_OUT', pickList } },
  ])
  expect(await eventsOf('custody.pick-not-found')).toEqual([
    {
      ...{ ...ofSample(lost), reason: 'not in its cell' },
      ...{ before: { custody: 'RESERVED' }, after: { custody: 'MISSING', pickList } },
    },
  ])
  await ok(undo(id, picked.id))
  expect(await eventsOf('custody.undo-pick')).toEqual([
    { ...ofSample(picked), before: { custody: 'CHECKED_OUT' }, after: { custody: 'RESERVED', pickList } },
  ])

  await ok(pick(id, picked.alias))
  await ok(close(id))
  expect(await eventsOf('custody.release')).toEqual([
    { ...ofSample(left), before: { custody: 'RESERVED' }, after: { custody: 'AVAILABLE', pickList } },
  ])
  expect(await eventsOf('pick-list.close')).toEqual([
    {
      ...{ ...ofList, before: { isOpen: true } },
      after: { isOpen: false, numPicked: 1, numNotFound: 1, numReleased: 1 },
    },
  ])
})

test('a thaw over the limit says how often the tube was thawed, and only where it is thawed', async () => {
  const box = await addBox('Box 3')
  await unaudited(lab.db, (trx) =>
    sql`update storage set nominal_temperature_c = -80 where id = ${box}`.execute(trx),
  )
  const tube = await addTube(box, 'A1')
  const pickOnce = async (thawed: boolean) => {
    const { pickList } = await ok(create([tube.id], { thawed }))
    const { note } = await ok(pick(pickList.id, tube.alias))
    await ok(close(pickList.id))
    await ok(lab.post('/custody/return', { identifiers: [tube.alias] }))
    return note
  }
  expect([await pickOnce(true), await pickOnce(true), await pickOnce(true), await pickOnce(false)]).toEqual([
    ...['', '', 'It was thawed 2 times, and PLASMA may be 2: another person has to confirm it.', ''],
  ])
  const pickList = 'C2N shipment'
  const afters = (await eventsOf('custody.pick')).map(({ after }) => after)
  expect(afters.slice(2)).toEqual([
    { custody: 'CHECKED_OUT', pickList, thawed: true },
    { custody: 'CHECKED_OUT', pickList },
  ])
})

test('a list is refused with the codes, the samples or the person that it cannot be made of', async () => {
  const box = await addBox('Box 3')
  const tube = await addTube(box, 'A1')
  const twin = await addTube(box, 'B1')
  await unaudited(lab.db, (trx) =>
    trx.updateTable('sample').set({ name: 'twins' }).where('id', 'in', [tube.id, twin.id]).execute(),
  )
  const made = (body: object) => refusal(lab.post('/picks/create', { name: 'Shipment', ...body }))
  expect(await made({ codes: ['nowhere', 'twins', tube.alias] })).toEqual({
    code: 'sample-not-found',
    message: 'No sample has the code nowhere. Several samples have the code twins. No pick list was created.',
    field: 'codes',
  })
  expect((await made({ codes: ['twins'] })).message).toBe(
    'Several samples have the code twins. No pick list was created.',
  )
  expect((await made({ codes: ['nowhere'] })).message).toBe(
    'No sample has the code nowhere. No pick list was created.',
  )
  const unknown = randomUUID()
  expect(await made({ sampleIds: [tube.id, unknown] })).toEqual({
    code: 'sample-not-found',
    message: `Sample not found: ${unknown}`,
    field: 'sampleIds',
  })
  expect(await made({ sampleIds: [tube.id], personId: 'nobody' })).toEqual({
    code: 'person-not-found',
    message: 'Person not found',
    field: 'personId',
  })
  expect(await eventsOf('custody.reserve')).toEqual([])
})

test('what was done already, or changed since, is refused with who did it', async () => {
  const { tubes, id } = await openList()
  const [picked, lost, wanted] = tubes
  const named = ({ name, alias }: { name: string; alias: string }) => `${name} (${alias})`
  await ok(pick(id, picked.alias))
  await ok(notFound(id, lost.id))

  expect(await refusal(notFound(id, picked.id))).toEqual({
    code: 'already-picked',
    message: `${named(picked)} was picked already by Ada Lindqvist.`,
  })
  expect(await refusal(notFound(id, lost.id))).toEqual({
    code: 'pick-changed-since',
    message: `${named(lost)} was reported missing already by Ada Lindqvist.`,
  })
  const other = await addTube()
  const notOnList = {
    code: 'not-on-pick-list',
    message: 'This sample is not on the list.',
    field: 'sampleId',
  }
  expect(await refusal(notFound(id, other.id))).toEqual(notOnList)
  expect(await refusal(undo(id, other.id))).toEqual(notOnList)
  const nothing = (tube: { name: string; alias: string }) => ({
    code: 'pick-changed-since',
    message: `${named(tube)} has changed since. Nothing was undone.`,
  })
  expect(await refusal(undo(id, wanted.id))).toEqual(nothing(wanted))
  await changeCustody(lab, picked.id, { from: 'CHECKED_OUT', to: 'QUARANTINED', via: 'set' })
  expect(await refusal(undo(id, picked.id))).toEqual(nothing(picked))
  expect(await refusal(pick(id, 'T9999999'))).toEqual({
    code: 'sample-not-found',
    message: 'No sample with tube ID T9999999.',
    field: 'code',
  })
})

test('a tube that was left out of a list, or is gone, is neither missing nor picked by it', async () => {
  const box = await addBox('Box 3')
  const [stored, homeless] = [await addTube(box, 'A1'), await addTube()]
  const { pickList } = await ok(create([stored.id, homeless.id], { withoutUnavailable: true }))
  expect(await refusal(notFound(pickList.id, homeless.id))).toEqual({
    code: 'pick-changed-since',
    message: `${homeless.name} (${homeless.alias}) was left out of this list.`,
  })
  expect((await refusal(pick(pickList.id, homeless.alias))).code).toBe('not-on-pick-list')
})
