import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { findTablesWith } from '../../test/tables-with.ts'

const lab = await openLab({ ADMIN_EMAILS: 'ada@brain.example', DEFAULT_ROLE: 'bench' })

const made = () => `Sbj-${randomUUID().slice(0, 18)}`
const post = (path: string, body: object = {}) => ok(lab.post(path, body))
const erase = (subjectId: string) =>
  lab.post('/subjects/erase', { subjectId, reason: 'withdrew consent', samples: 'keep' })
const tablesWith = (text: string) => findTablesWith(lab.db, text)

/** A sample of a subject, and a function that adds others to its batch. */
async function enter(subject: string) {
  const batchId = await lab.addBatch({ name: `Of ${randomUUID()}` })
  const add = async (name: string, subjectId?: string) =>
    (await post('/samples/add', { name, batchId, type: 'DNA', status: 'COLLECTED', subjectId })).sample
  return { sample: await add('Mine', subject), add }
}

test('an event of others that mentions the subject in its reason loses the reason only', async () => {
  const wanted = made()
  const { add } = await enter(wanted)
  const other = await add('Other', 'Somebody')
  await post(`/samples/delete?id=${other.id}`, { reason: `mixed up with ${wanted}` })
  expect((await erase(wanted)).statusCode).toBe(200)
  const deletion = await lab.db
    .selectFrom('audit_event')
    .select(['reason', 'before'])
    .where('action', '=', 'sample.delete')
    .where('entity_id', '=', other.id)
    .executeTakeFirstOrThrow()
  expect(deletion).toMatchObject({ reason: null, before: { subjectId: 'Somebody' } })
})

test('the undo of an edit that took the subject off a sample does not bring the ID back after its erasure', async () => {
  const subject = made()
  const { sample, add } = await enter(subject)
  const other = await add('Other', 'Somebody')
  const { undo } = await post('/samples/edit-field', {
    field: 'subjectId',
    sampleIds: [sample.id, other.id],
    versions: [1, 1],
    values: ['Another'],
  })
  expect(undo.values).toEqual([subject, 'Somebody'])
  expect((await erase(subject.toLowerCase())).statusCode).toBe(200)

  const refused = await lab.post('/samples/edit-field', undo)

  expect([refused.statusCode, refused.json().code]).toEqual([409, 'version-stale'])
  expect(await tablesWith(subject)).toEqual([])
  const versions = [sample, other].map(
    async ({ id }) => (await lab.get('/samples/get', { id })).json().sample.version,
  )
  expect(await Promise.all(versions)).toEqual([3, 2])
})

test('the undo of an edit brings no erased ID back to a sample that was deleted at the erasure and restored later', async () => {
  const subject = made()
  const { sample, add } = await enter(subject)
  const visited = await add('Visited', subject)
  const edits = [
    { field: 'subjectId', sampleIds: [sample.id], versions: [1], values: ['Another'] },
    { field: 'visitId', sampleIds: [visited.id], versions: [1], values: ['V2'] },
  ]
  const undos = []
  for (const edit of edits) undos.push((await post('/samples/edit-field', edit)).undo)
  for (const { id } of [sample, visited]) await post(`/samples/delete?id=${id}`, { reason: 'a mistake' })
  expect((await erase(subject)).statusCode).toBe(200)
  const { deletions } = (await lab.get('/deletions/list')).json()
  for (const { deletionId } of deletions) await post('/deletions/undo', { deletionId })

  for (const undo of undos) {
    const refused = await lab.post('/samples/edit-field', undo)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'version-stale'])
  }
  expect(await tablesWith(subject)).toEqual([])
})

test('the former visits of its samples are in no saved reply either, which offers to undo their edit', async () => {
  const subject = made()
  const visitId = `visit-${randomUUID().slice(0, 13)}`
  const { sample } = await enter(subject)
  await post('/samples/update', { id: sample.id, visitId })
  const edit = { field: 'visitId', sampleIds: [sample.id], versions: [2], values: ['V2'] }
  const key = { 'idempotency-key': 'edit' }
  expect((await lab.post('/samples/edit-field', edit, lab.token(), key)).json().undo.values).toEqual([
    visitId,
  ])
  expect((await erase(subject)).statusCode).toBe(200)
  expect(await tablesWith(visitId)).toEqual([])
})

test('an erased ID is not left in what was written about other samples, storages and unknown codes in the freezer', async () => {
  const subject = made()
  const { sample, add } = await enter(subject)
  const [out, set, gone] = [await add('Out'), await add('Set'), await add('Gone too')]
  const why = `for ${subject}, as agreed`
  await post('/custody/check-out', { identifiers: [out.id, gone.id], purpose: why })
  await post('/custody/set', { sampleIds: [set.id], custody: 'QUARANTINED', reason: why })
  await post(`/samples/delete?id=${gone.id}`, { reason: 'broken' })
  const box = { alias: 'Counted', type: 'BOX', numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', box)
  const { stockTake } = await post('/stock-takes/start', { storageId: storage.id })
  const counted = { stockTakeId: stockTake.id, storageId: storage.id }
  await post('/stock-takes/scan', { ...counted, code: subject.toLowerCase() })
  const rack = { content: 'A1,T4444444\nB1,No Read', convention: 'own', fileName: `rack ${subject}.csv` }
  await post('/stock-takes/scan-rack', { ...counted, ...rack })
  await post('/stock-takes/cancel', { id: stockTake.id })
  await sql`
    insert into temperature_monitor (storage_id) values (${storage.id})
  `.execute(lab.db)
  const beganAt = '2026-11-20T07:00:00.000Z'
  await sql`
    insert into temperature_alarm (storage_id, kind, began_at, ended_at)
    values (${storage.id}, 'no-readings', ${beganAt}::timestamptz, ${beganAt}::timestamptz + interval '1 hour')
  `.execute(lab.db)
  const alarms = [{ storageId: storage.id, kind: 'no-readings', beganAt }]
  await post('/temperatures/acknowledge', { alarms, note: why })

  const reply = await erase(subject)

  expect(reply.statusCode, reply.body).toBe(200)
  expect(await tablesWith(subject)).toEqual([])
  expect((await lab.get('/samples/get', { id: sample.id })).json().sample.subjectId).toBeNull()
})

test('an erased ID is not left in notes of changes and reasons of labels of others, in names of files or in a sign-in under way', async () => {
  const subject = made()
  const { add } = await enter(subject)
  const [other, gone] = [await add('Other'), await add('Gone too')]
  const why = `with ${subject}, on dry ice`
  const received = { sampleIds: [other.id, gone.id], newStatus: 'RECEIVED', notes: why }
  await post('/samples/update-statuses', received)
  await post(`/samples/delete?id=${gone.id}`, { reason: 'broken' })
  const { run } = await post('/print-runs/start', { sampleIds: [other.id] })
  const mark = (from: string, to: string, reason = '') =>
    post('/print-runs/mark', { runId: run.id, labels: [{ place: 1, from, to, reason }] })
  await mark('waiting', 'sending')
  await mark('sending', 'failed', why)
  const file = { columns: 'name', batchName: randomUUID(), fileName: `${subject}.csv` }
  await importing(lab).apply('name\nNB-1\n', file)
  const target = `/samples?${new URLSearchParams({ query: `${subject} DNA` })}`
  await sql`insert into sign_in_attempt values ('s', 'n', 'v', 'h', ${target}, now())`.execute(lab.db)
  expect(await tablesWith(why)).toEqual(['audit_event', 'deleted_row', 'lifecycle_event', 'print_label'])

  const reply = await erase(subject)

  expect(reply.statusCode, reply.body).toBe(200)
  expect(await tablesWith(subject)).toEqual([])
  const { events } = (await lab.get('/samples/lifecycle-history', { sampleId: other.id })).json()
  expect(events.map(({ status }: { status: string }) => status)).toEqual(['RECEIVED', 'COLLECTED'])
})

test('an erased ID is not left in the reason of an earlier erasure, which is otherwise kept', async () => {
  const [daughter, mother] = [made(), made()]
  await enter(daughter)
  await enter(mother)
  const reason = `withdrew together with her mother ${mother}`
  const { erasureId } = await post('/subjects/erase', { subjectId: daughter, reason, samples: 'keep' })
  const erasure = () =>
    lab.db.selectFrom('erasure').selectAll().where('id', '=', erasureId).executeTakeFirstOrThrow()
  const before = await erasure()
  expect((await erase(mother)).statusCode).toBe(200)
  expect(await erasure()).toEqual({ ...before, reason: '' })
  expect(await tablesWith(mother)).toEqual([])
})

test('no reason is left for which its samples were revealed, also before they had another subject', async () => {
  const subject = made()
  const { sample, add } = await enter(subject)
  const reveal = (sampleId: string, reason: string) => post('/subjects/reveal', { sampleId, reason })
  const [former, other] = [await add('Former', 'First'), await add('Other', 'Somebody')]
  await reveal(sample.id, 'her sister Anna phoned')
  await reveal(former.id, 'the first one phoned')
  await post('/samples/update', { id: former.id, subjectId: subject })
  await reveal(former.id, 'her brother Paolo phoned')
  await post('/samples/update', { id: former.id, notes: 'clear' })
  await post('/samples/update', { id: former.id, subjectId: 'Another' })
  await reveal(former.id, 'the last one phoned')
  await reveal(other.id, 'a nurse phoned')

  await erase(subject)

  expect(await tablesWith('her sister Anna')).toEqual([])
  expect(await tablesWith('her brother Paolo')).toEqual([])
  for (const kept of ['the first one', 'the last one', 'a nurse']) {
    expect(await tablesWith(kept)).toEqual(['audit_event'])
  }
})

test('a print run whose reason was removed is of the first of its samples, in the activity and in its list', async () => {
  const wanted = made()
  const { add } = await enter(wanted)
  const [first, second] = [await add('First'), await add('Second')]
  await post('/print-runs/start', { sampleIds: [first.id, second.id], reason: `${wanted} was unreadable` })
  expect((await erase(wanted)).statusCode).toBe(200)
  const { activities } = (await lab.get('/stats/activity')).json()
  const run = activities.find(({ action }: { action: string }) => action === 'print-run.start')
  expect(run).toMatchObject({ entityId: first.id, things: 1 })
  const ofRun = { change: run.action, changedBy: run.personId, changedFrom: run.from, changedTo: run.at }
  const { samples } = (await lab.get('/samples/list', ofRun)).json()
  expect(samples.map(({ id }: { id: string }) => id)).toContain(first.id)
})
