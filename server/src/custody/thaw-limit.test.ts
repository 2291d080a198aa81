import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { custodyCalls } from '../../test/custody-calls.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { overlap } from '../../test/overlap.ts'
import { turnOnRoles } from '../../test/people.ts'

const lab = await openLab({ THAW_LIMITS: 'PLASMA=2,UNKNOWN_SAMPLE_TYPE=2' })

const calls = custodyCalls(lab)
const { post, refusal, addPlaced, checkOut, giveBack } = calls
const addBox = () => calls.addBox({ celsius: -80 })

const eventsOf = (action: string) => auditEventsOf(lab, action)
const by = { at: testNow, person_id: 'ada', entity_type: 'sample', reason: null }

/** Tubes that were thawed as often as their type may be, returned again. */
async function addThawedTwice(box: number, names: readonly string[]) {
  const tubes: Awaited<ReturnType<typeof addPlaced>>[] = []
  for (const [index, name] of names.entries()) tubes.push(await addPlaced(box, `A${index + 1}`, name))
  const aliases = tubes.map(({ alias }) => alias)
  for (let times = 0; times < 2; times += 1) {
    await checkOut(aliases, { thawed: true })
    await giveBack(aliases)
  }
  return tubes
}

test('ENT-17 the limit of thaws counts only where a tube is thawed, and names each', async () => {
  const [one, two] = await addThawedTwice(await addBox(), ['one', 'two'])
  await ok(lab.post('/samples/update', { id: two?.id, type: 'UNKNOWN_SAMPLE_TYPE' }))
  const aliases = [one?.alias ?? '', two?.alias ?? '']
  const thaw = { identifiers: aliases, purpose: 'x', thawed: true }
  expect(await refusal('/custody/check-out', thaw)).toEqual({
    code: 'thaw-limit-reached',
    message: `one (${aliases[0]}) was thawed 2 times, and the limit of PLASMA is 2; two (${aliases[1]}) was thawed 2 times, and the limit of UNKNOWN SAMPLE TYPE is 2. Nothing was checked out. To go on, another person has to confirm it.`,
  })
  await checkOut(aliases, { thawed: false })
})

test('a thaw over the limit is confirmed once, by another person, with its event', async () => {
  const [one, two] = await addThawedTwice(await addBox(), ['one', 'two'])
  const aliases = [one?.alias ?? '', two?.alias ?? '']
  const out = await checkOut(aliases, { thawed: true, overLimit: true })
  const eventIds = out.map(({ eventId }: { eventId: number }) => eventId)
  expect((await refusal('/custody/confirm-thaw', { eventIds })).message).toBe(
    `one (${aliases[0]}) is your own check-out; two (${aliases[1]}) is your own check-out. Nothing was confirmed: it takes another person than the one who checked out.`,
  )
  expect(await refusal('/custody/confirm-thaw', { eventIds: [...eventIds, 99_999] })).toEqual({
    code: 'custody-event-not-found',
    message: 'No check-out over the limit has this id.',
    field: 'eventIds',
  })
  const bo = await lab.signIn('bo', 'Bo Berg')
  await post('/custody/confirm-thaw', { eventIds }, bo)
  expect(await eventsOf('custody.confirm-thaw')).toEqual(
    [one, two].map((tube) => ({
      ...by,
      person_id: 'bo',
      entity_id: tube?.id,
      before: null,
      after: { thawCount: 3, thawLimit: 2, checkedOutBy: 'ada' },
    })),
  )
  const { events } = (await lab.get('/audit/list', { action: 'custody.confirm-thaw' })).json()
  expect(events[0].people).toEqual({ ada: 'Ada Lindqvist' })
})

test('a thaw over the limit that was undone is not confirmed, whatever else waits to be confirmed', async () => {
  const [one, two] = await addThawedTwice(await addBox(), ['one', 'two'])
  const out = await checkOut([one?.alias ?? '', two?.alias ?? ''], { thawed: true, overLimit: true })
  const [undone, waiting] = out.map(({ eventId }: { eventId: number }) => eventId)
  await post('/custody/undo', { eventIds: [undone] })
  const bo = await lab.signIn('bo', 'Bo Berg')
  const refused = await lab.post('/custody/confirm-thaw', { eventIds: [undone] }, bo)
  expect(refused.json()).toMatchObject({ code: 'custody-event-not-found' })
  expect(await post('/custody/confirm-thaw', { eventIds: [waiting] }, bo)).toMatchObject({ count: 1 })
})

/** A tube that is checked out once more than its limit, and a person who may confirm it. */
async function checkedOutOverLimit() {
  const [tube] = await addThawedTwice(await addBox(), ['one'])
  const [out] = await checkOut([tube?.alias ?? ''], { thawed: true, overLimit: true })
  const eventIds = [out.eventId]
  return { tubeId: tube?.id ?? '', eventIds, bo: await lab.signIn('bo', 'Bo Berg') }
}

test('a thaw over the limit stays confirmed if the sample is deleted at the same time, and restored', async () => {
  const { tubeId, eventIds, bo } = await checkedOutOverLimit()
  const [confirmed, deleted] = await overlap(lab.db, [
    () => lab.post('/custody/confirm-thaw', { eventIds }, bo),
    () => lab.post(`/samples/delete?id=${tubeId}`, {}),
  ])
  expect([confirmed?.statusCode, deleted?.statusCode]).toEqual([200, 200])
  await post('/deletions/undo', { deletionId: deleted?.json().deletionId })
  const { events } = (await lab.get('/custody/history', { sampleId: tubeId })).json()
  expect(events[0].overLimit.confirmedBy).toEqual({ id: 'bo', name: 'Bo Berg' })
})

test('a thaw over the limit is not confirmed while its check-out is undone', async () => {
  const { eventIds, bo } = await checkedOutOverLimit()
  const [undone, confirmed] = await overlap(lab.db, [
    () => lab.post('/custody/undo', { eventIds }),
    () => lab.post('/custody/confirm-thaw', { eventIds }, bo),
  ])
  expect(undone?.statusCode).toBe(200)
  expect(confirmed?.json()).toMatchObject({ code: 'custody-event-not-found' })
  expect(await eventsOf('custody.confirm-thaw')).toEqual([])
})

// Last: it turns roles on.
test('a thaw over the limit is not confirmed by a service account of who checked out', async () => {
  const [tube] = await addThawedTwice(await addBox(), ['mine'])
  const [out] = await checkOut([tube?.alias ?? ''], { thawed: true, overLimit: true })
  await turnOnRoles(lab)
  const { person } = await post('/people/create-service', { name: 'Robot' })
  const { token } = await post('/tokens/create', {
    name: 'Robot',
    permissions: ['custody.edit'],
    expiresAt: '2026-12-01T00:00:00Z',
    personId: person.id,
  })
  const reply = await lab.post('/custody/confirm-thaw', { eventIds: [out.eventId] }, token)
  expect(reply.json()).toMatchObject({
    code: 'thaw-not-confirmable',
    message: expect.stringContaining(`mine (${tube?.alias}) is your own check-out`),
  })
})
