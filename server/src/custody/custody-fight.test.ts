import { Custody } from '@lims/contract/custody.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { randomFrom } from '../../test/random-from.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab({ THAW_LIMITS: 'PLASMA=2' })
const writers = 50
const acts = Number(process.env.FIGHT_ACTS ?? 800)
/** Chance may leave a kind of call without a success for longer. */
const maxActs = 5 * acts
const timeout = 120_000 + maxActs * 100
const seed = Number(process.env.FIGHT_SEED ?? 20_261_122)

test(`${writers} writers, ${acts} calls: custody and placement never contradict each other`, {
  timeout,
}, async () => {
  const size = { numberRows: 4, numberColumns: 4 }
  const storageId: number = (await lab.post('/storage/add', { alias: 'Box', type: 'BOX', ...size })).json()
    .storage.id
  await unaudited(lab.db, (trx) => sql`update storage set nominal_temperature_c = -80`.execute(trx))
  const batch_id = await lab.addBatch()
  const tubes = await Promise.all(Array.from({ length: 14 }, () => lab.addSample({ batch_id })))
  const bo = await lab.signIn('bo', 'Bo Berg')

  const random = randomFrom(seed)
  const any = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const twoOf = <T>(all: readonly T[]): T[] => {
    const first = any(all)
    return [first, any(all.filter((one) => one !== first))]
  }
  const cell = () => ({
    rowCoordinate: 1 + Math.floor(random() * 4),
    columnCoordinate: 1 + Math.floor(random() * 4),
  })
  const eventIds: number[] = []
  const deletionIds: string[] = []
  const statuses = new Map<string, number>()

  type Reply = Awaited<ReturnType<typeof lab.post>>
  const noteEvents = (reply: Reply) => {
    if (reply.statusCode !== 200) return
    const body = reply.json()
    for (const { eventId } of body.tubes ?? []) eventIds.push(eventId)
    eventIds.push(...(body.eventIds ?? []))
    if (body.deletionId) deletionIds.push(body.deletionId)
  }
  const moves = () =>
    twoOf(tubes).map(({ id }) => {
      const target = { storageId, ...cell() }
      return { sampleId: id, ...any([target, target, { storageId: 0 }]) }
    })
  const calls: Record<string, (token: string) => Promise<Reply>> = {
    'check-out': (token) =>
      lab.post(
        '/custody/check-out',
        {
          identifiers: any([1, 2]) === 1 ? [any(tubes).alias] : twoOf(tubes).map(({ id }) => id),
          purpose: 'ELISA',
          thawed: any([true, false]),
          keepPlace: any([true, false]),
          overLimit: any([true, false]),
        },
        token,
      ),
    return: (token) => lab.post('/custody/return', { identifiers: [any(tubes).alias] }, token),
    set: (token) =>
      lab.post(
        '/custody/set',
        { sampleIds: twoOf(tubes).map(({ id }) => id), custody: any(Custody.options), reason: 'x' },
        token,
      ),
    'back to available': (token) =>
      lab.post('/custody/set', { sampleIds: [any(tubes).id], custody: 'AVAILABLE', reason: 'x' }, token),
    undo: (token) => lab.post('/custody/undo', { eventIds: [any(eventIds.slice(-20)) ?? 1] }, token),
    'put away': (token) => lab.post('/custody/put-away', { sampleIds: [any(tubes).id] }, token),
    confirm: (token) =>
      lab.post('/custody/confirm-thaw', { eventIds: [any(eventIds.slice(-20)) ?? 1] }, token),
    place: (token) =>
      lab.post('/samples/associate', { sampleId: any(tubes).id, storageId, ...cell() }, token),
    arrange: (token) => lab.post('/samples/arrange', { moves: moves() }, token),
    'take out': (token) => lab.post('/samples/delete-location', { sampleId: any(tubes).id }, token),
    receive: (token) => lab.post('/samples/receive', { identifier: any(tubes).alias }, token),
    delete: (token) => lab.post(`/samples/delete?id=${any(tubes).id}`, {}, token),
    restore: (token) =>
      lab.post(
        '/deletions/undo',
        { deletionId: any(deletionIds.slice(-6)) ?? crypto.randomUUID(), withoutPlace: true },
        token,
      ),
  }

  // Deleted tubes come back soon.
  const names = [...Object.keys(calls), 'restore', 'restore', 'undo', 'check-out', 'return']
  const mustSucceed = ['check-out', 'return', 'set', 'undo', 'place', 'arrange', 'delete', 'restore']
  const hasEachSucceeded = () => mustSucceed.every((name) => statuses.has(`${name} 200`))
  let made = 0
  const isOver = () => made >= maxActs || (made >= acts && hasEachSucceeded())
  const unexpected: string[] = []
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (!isOver()) {
        made++
        const name = any(names)
        const reply = await (calls[name] as (token: string) => Promise<Reply>)(any([lab.token(), bo]))
        noteEvents(reply)
        const key = `${name} ${reply.statusCode}`
        statuses.set(key, (statuses.get(key) ?? 0) + 1)
        if (![200, 404, 409].includes(reply.statusCode)) unexpected.push(`${key}: ${reply.body}`)
      }
    }),
  )
  console.info(`replies to ${made} calls`, Object.fromEntries([...statuses].sort()))
  expect(unexpected).toEqual([])
  expect(hasEachSucceeded()).toBe(true)

  const contradictions = async (condition: ReturnType<typeof sql<boolean>>) => {
    const { rows } = await sql`
      select sample.id, custody, is_stored, thaw_count, last.id as last_event, custody_event_id
      from sample
      left join lateral (
        select * from custody_event event where event.sample_id = sample.id and event.undoes is null
          and not exists (select from custody_event undo where undo.undoes = event.id)
        order by event.id desc limit 1
      ) last on true
      where ${condition}
    `.execute(lab.db)
    return rows
  }
  const hasCell = sql`exists (select from placement p where p.sample_id = sample.id)`
  expect(await contradictions(sql`${hasCell} and custody in ('DEPLETED', 'DISPOSED')`)).toEqual([])
  expect(await contradictions(sql`is_stored <> ${hasCell}`)).toEqual([])
  expect(await contradictions(sql`custody <> coalesce(last.to_custody, 'AVAILABLE')`)).toEqual([])
  expect(await contradictions(sql`custody_event_id is distinct from last.id`)).toEqual([])
  expect(
    await contradictions(sql`thaw_count <> (
      select count(*) from custody_event e where e.sample_id = sample.id and e.thawed and e.undoes is null
        and not exists (select from custody_event undo where undo.undoes = e.id))`),
  ).toEqual([])
  expect(
    await contradictions(sql`custody <> 'AVAILABLE' and exists (
      select from put_away where put_away.sample_id = sample.id)`),
  ).toEqual([])
})
