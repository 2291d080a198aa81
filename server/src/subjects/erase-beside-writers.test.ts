import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { overlap, waitsForLock } from '../../test/overlap.ts'
import { findTablesWith } from '../../test/tables-with.ts'
import { touchedTables } from './trace-queries.ts'
import { listErasuresToClean } from './vacuum-erased-queries.ts'

const lab = await openLab({ ADMIN_EMAILS: 'ada@brain.example', DEFAULT_ROLE: 'bench' })

// What cleans the files of the tables after an erasure waits for locks too, and `overlap` would count it.
afterEach(() =>
  vi.waitFor(async () => expect(await listErasuresToClean(lab.db)).toEqual([]), { timeout: 30_000 }),
)

const subject = 'Sbj-7f2c-401'
type Sent = { statusCode: number; body: string; json: () => { numSamples: number; code?: string } }
type Send = (path: string, body: object) => Promise<Sent>

const keyed: Send = (path, body) => lab.post(path, body, lab.token(), { 'idempotency-key': randomUUID() })
const unkeyed: Send = (path, body) => lab.post(path, body)
const erase = (send: Send = keyed) =>
  send('/subjects/erase', { subjectId: subject, reason: 'withdrew consent', samples: 'keep' })

/** Erases the subject while a request has written and not committed. Returns the reply of the erasure. */
async function eraseBeside(request: () => Promise<{ statusCode: number }>, send?: Send) {
  const [written, erased] = await overlap<{ statusCode: number }>(lab.db, [request, () => erase(send)])
  expect(written?.statusCode).toBe(200)
  expect(erased?.statusCode).toBe(200)
  return (erased as Sent).json()
}

async function deleteBatch(): Promise<string> {
  const batchId = await lab.addBatch({ name: 'Study A' })
  await lab.addSample({ batch_id: batchId, subject_id: subject, notes: `${subject} was late` })
  const described = { id: batchId, description: subject }
  expect((await lab.post('/batches/update', described)).statusCode).toBe(200)
  return (await lab.post(`/batches/delete?id=${batchId}`, { reason: 'broken' })).json().deletionId
}

test.each([
  ['with an Idempotency-Key', keyed],
  ['of a script without one', unkeyed],
])('an erasure waits for a restore under way, %s, and erases what it brings back', async (_, send) => {
  const deletionId = await deleteBatch()
  const { numSamples } = await eraseBeside(() => send('/deletions/undo', { deletionId }), send)
  expect(numSamples).toBe(1)
  expect(await findTablesWith(lab.db, subject)).toEqual([])
})

test('an erasure waits for an import under way, and erases its samples', async () => {
  await lab.addSample({ subject_id: subject })
  const batchId = await lab.addBatch({ name: 'Arrivals' })
  const file = `name,subject,status\nNB-001,${subject},Collected\nNB-002,${subject},Collected`
  const imported = () =>
    importing(lab).apply(file, { columns: 'name,subjectId,status', batchId }, randomUUID())
  const { numSamples } = await eraseBeside(imported)
  expect(numSamples).toBe(3)
  expect(await findTablesWith(lab.db, subject)).toEqual([])
})

test('an erasure waits for a change of what mentions the subject, whose event names it', async () => {
  const batchId = await lab.addBatch()
  await lab.addSample({ subject_id: subject })
  expect((await unkeyed('/batches/update', { id: batchId, description: subject })).statusCode).toBe(200)
  await eraseBeside(() => unkeyed('/batches/update', { id: batchId, description: 'Plasma' }), unkeyed)
  expect(await findTablesWith(lab.db, subject)).toEqual([])
})

test('whoever writes during an erasure waits for it, and brings nothing back', async () => {
  const deletionId = await deleteBatch()
  const [erased, restored] = await overlap(lab.db, [
    () => erase(),
    () => keyed('/deletions/undo', { deletionId }),
  ])
  expect([erased?.statusCode, restored?.statusCode]).toEqual([200, 200])
  expect(await findTablesWith(lab.db, subject)).toEqual([])
})

test('of two erasures of a subject at the same moment one finds nothing more, and a repetition gets the same reply', async () => {
  await lab.addSample({ subject_id: subject })
  const key = { 'idempotency-key': randomUUID() }
  const body = { subjectId: subject, reason: 'withdrew consent', samples: 'keep' }
  const replies = await Promise.all([
    lab.post('/subjects/erase', body, lab.token(), key),
    lab.post('/subjects/erase', body, lab.token(), key),
    erase(),
  ])
  const [first, repeated, other] = replies.map(({ statusCode }) => statusCode)
  expect(repeated).toBe(first)
  expect([first, other].toSorted()).toEqual([200, 404])
})

test('an erasure beside a change that lasts too long is refused, and the others go on', {
  timeout: 30_000,
}, async () => {
  const { id } = await lab.addSample({ subject_id: subject })
  const refused = await lab.db.transaction().execute(async (trx) => {
    await sql`select from sample where id = ${id} for update`.execute(trx)
    const reply = erase()
    expect(await waitsForLock(lab.db, reply)).toBe(true)
    const other = keyed('/views/save', { name: 'QC failed', search: 'status=QC_FAIL' })
    expect((await other).statusCode).toBe(200)
    return reply
  })
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    {
      code: 'database-unavailable',
      message:
        'Others are changing the same records just now. Nothing was saved; please try again in a moment.',
    },
  ])
  expect((await erase()).json()).toMatchObject({ success: true, numSamples: 1 })
})

test('a receipt that waits for an erasure has locked nothing that the erasure waits for', async () => {
  await lab.addSample({ subject_id: subject })
  const { id } = await lab.addSample()
  const { replies, held } = await lab.db.transaction().execute(async (trx) => {
    // As a request with an Idempotency-Key.
    await sql`lock table answered_request in row exclusive mode`.execute(trx)
    const erased = erase()
    expect(await waitsForLock(lab.db, erased)).toBe(true)
    const received = keyed('/samples/receive', { identifier: id })
    expect(await waitsForLock(lab.db, received, 1)).toBe(true)
    const { rows } = await sql<{ name: string }>`
      select relation::regclass::text as name from pg_locks
      where granted and mode <> 'AccessShareLock' and relation = any(${touchedTables}::regclass[])
        and pid in (select pid from pg_locks where not granted)
        -- The cleaning after the erasure of an earlier test.
        and pid not in (select pid from pg_stat_activity where query ilike 'vacuum%')
    `.execute(trx)
    return { held: rows.map(({ name }) => name), replies: [erased, received] }
  })
  expect(held).toEqual([])
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
})
