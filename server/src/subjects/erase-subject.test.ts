import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { findTablesWith } from '../../test/tables-with.ts'
import { unaudited } from '../../test/unaudited.ts'
import { Sealer } from '../audit/sealer.ts'
import { verifyDatabase } from '../audit/verify-audit.ts'

const lab = await openLab({ ADMIN_EMAILS: 'ada@brain.example', DEFAULT_ROLE: 'bench' })
const open = await openLab()

const made = () => `Sbj-${randomUUID().slice(0, 18)}`
const post = (path: string, body: object = {}, token = lab.token(), headers = {}) =>
  ok(lab.post(path, body, token, headers))
const erase = (subjectId: string, more: object = {}) =>
  lab.post('/subjects/erase', { subjectId, reason: 'withdrew consent', samples: 'keep', ...more })

const tablesWith = (text: string) => findTablesWith(lab.db, text)

/** Enters a subject into everything that can hold one. */
async function enter(subject: string, { notes, visit }: { notes: string; visit: string }) {
  const { batch } = await post('/batches/add', {
    name: subject.slice(-6),
    description: subject,
    numSamples: 1,
    tubeType: 'EDTA',
  })
  const other = { name: 'Kept', batchId: batch.id, type: 'DNA', status: 'COLLECTED' }
  const add = async (more: object = {}) =>
    (await post('/samples/add', { ...other, ...more }, lab.token(), { 'idempotency-key': randomUUID() }))
      .sample
  const sample = await add({ name: 'Mine', subjectId: subject, visitId: visit, notes })
  const former = await add({ name: 'Former', subjectId: subject.toUpperCase() })
  await post('/samples/update', { id: former.id, subjectId: 'Another' })
  const edited = await add({ name: 'Edited' })
  await post('/samples/edit-field', {
    field: 'subjectId',
    sampleIds: [edited.id],
    versions: [1],
    values: [subject.toLowerCase()],
  })
  await post('/samples/add-child', { parentSampleId: sample.id, type: 'DNA' })
  await post('/samples/update-lifecycle', { sampleId: sample.id, newStatus: 'RECEIVED', notes })
  const gone = await add({ name: 'Gone', subjectId: subject, visitId: visit, notes })
  await post('/samples/update-lifecycle', { sampleId: gone.id, newStatus: 'RECEIVED', notes })
  const { deletionId } = await post(`/samples/delete?id=${gone.id}`, { reason: 'broken' })
  await post('/subjects/reveal', { sampleId: sample.id, reason: `${subject} called` })
  const { run } = await post('/print-runs/start', { sampleIds: [sample.id], reason: subject })
  await post('/print-runs/finish', { runId: run.id })
  const box = { alias: 'Box', type: 'BOX', numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', box)
  await post('/samples/associate', { sampleId: sample.id, storageId: storage.id, location: 'A1' })
  const list = { name: `For ${subject}`, purpose: `Repeat of ${subject}`, sampleIds: [sample.id] }
  const { pickList } = await post('/picks/create', list, lab.token(), { 'idempotency-key': randomUUID() })
  await post('/picks/not-found', { pickListId: pickList.id, sampleId: sample.id, reason: notes })
  await post('/views/save', { name: 'Mine', search: `subjectId=${subject}` })
  await sql`insert into sync_error (kind, dvc_path, path, message, at, run_id)
    values ('match', 'a', 'b', ${`is of ${subject} by its header`}, now(), 1)`.execute(lab.db)
  const kept = await add({ subjectId: 'Somebody', visitId: visit, notes: 'stays' })
  return { sample, former, edited, gone, deletionId, kept, batch }
}

const notes = 'haemolysed, from a difficult vein'
const visit = 'visit-7f2'

test('after an erasure the ID, the visit and the notes are in no table, and other samples keep theirs', async () => {
  const subject = made()
  const { sample, former, edited, gone, deletionId, kept } = await enter(subject, { notes, visit })
  expect((await tablesWith(subject)).length).toBeGreaterThan(7)

  const reply = await erase(` ${subject.toUpperCase()} `)

  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json()).toMatchObject({ success: true, numSamples: 3, numDeletedRows: 2, toDestroy: [] })
  expect(await tablesWith(subject)).toEqual([])
  expect(await tablesWith(notes)).toEqual([])
  const { sample: after } = (await lab.get('/samples/get', { id: sample.id })).json()
  expect(after).toMatchObject({ name: 'Mine', subjectId: null, visitId: null, notes: '', status: 'RECEIVED' })
  expect((await lab.get('/samples/get', { id: edited.id })).json().sample.subjectId).toBeNull()
  expect((await lab.get('/samples/get', { id: former.id })).json().sample.subjectId).toBe('Another')
  expect((await lab.get('/samples/get', { id: kept.id })).json().sample).toMatchObject({
    subjectId: 'Somebody',
    visitId: visit,
    notes: 'stays',
  })
  // What was deleted comes back as anonymous.
  await post('/deletions/undo', { deletionId })
  expect((await lab.get('/samples/get', { id: gone.id })).json().sample).toMatchObject({
    subjectId: null,
    visitId: null,
    notes: '',
  })
  expect((await lab.get('/samples/lifecycle-history', { sampleId: gone.id })).json().events).toHaveLength(2)
})

const withKey = (path: string, body: object, key: string = randomUUID()) =>
  post(path, body, lab.token(), { 'idempotency-key': key })

test.each([made, () => `Weiß-${randomUUID().slice(0, 8)}`])(
  'after an erasure no saved reply, reason or view has the ID',
  async (makeSubject) => {
    const subject = makeSubject()
    const batchId = await lab.addBatch({ name: `Of ${randomUUID()}` })
    const fields = { batchId, type: 'DNA', status: 'COLLECTED' }
    const { sample } = await post('/samples/add', { ...fields, name: 'Mine', subjectId: subject })
    const { sample: other } = await post('/samples/add', { ...fields, name: 'Other' })
    const key = randomUUID()
    const change = {
      field: 'subjectId',
      sampleIds: [sample.id],
      versions: [sample.version],
      values: ['Another'],
    }
    await withKey('/samples/edit-field', change, key)
    await withKey('/views/save', { name: 'Shared', search: `subjectId=${subject}`, isShared: true })
    const { run } = await withKey('/print-runs/start', {
      sampleIds: [sample.id],
      reason: `again for ${subject}`,
    })
    await withKey('/print-runs/finish', { runId: run.id })
    const described = { name: `With ${randomUUID()}`, description: subject, numSamples: 1, tubeType: 'EDTA' }
    await withKey('/batches/add', described)
    const { storage } = await post('/storage/add', {
      alias: randomUUID(),
      type: 'BOX',
      numberRows: 1,
      numberColumns: 2,
    })
    await post('/samples/associate', { sampleId: other.id, storageId: storage.id, location: 'A1' })
    const { stockTake } = await post('/stock-takes/start', { storageId: storage.id })
    const scan = { stockTakeId: stockTake.id, storageId: storage.id, code: subject }
    await withKey('/stock-takes/scan', scan)
    const { pickList } = await post('/picks/create', { name: 'Others', sampleIds: [other.id] })
    const reason = `lies with ${subject}`
    await withKey('/picks/not-found', { pickListId: pickList.id, sampleId: other.id, reason })

    await unaudited(lab.db, (trx) =>
      trx
        .updateTable('sample')
        .set({ bam_doubt: `a.bam is of Other by its path, but of ${subject} by its header` })
        .where('id', '=', other.id)
        .execute(),
    )

    const refused = await erase(subject.toLowerCase(), { reason: `${subject} withdrew` })
    expect([refused.statusCode, refused.json().field]).toEqual([400, 'reason'])
    await post('/subjects/erase', {
      subjectId: subject.toLowerCase(),
      reason: 'withdrew consent',
      samples: 'keep',
    })

    expect(await tablesWith(subject)).toEqual([])
    expect(await tablesWith(encodeURIComponent(subject))).toEqual([])
    const again = await lab.post('/samples/edit-field', change, lab.token(), { 'idempotency-key': key })
    expect(again.body).not.toContain(subject)
  },
)

test('an old event that names the sample in capitals is emptied too', async () => {
  const subject = made()
  const { sample } = await enter(subject, { notes, visit })
  const old = 'taken from the left arm'
  await sql`insert into audit_event (at, person_id, action, entity_type, entity_id, after)
    values (now(), 'ada', 'sample.update', 'sample', ${sample.id.toUpperCase()},
      jsonb_build_object('notes', ${old}::text))`.execute(lab.db)
  expect(await tablesWith(old)).toEqual(['audit_event'])
  expect((await erase(subject)).statusCode).toBe(200)
  expect(await tablesWith(old)).toEqual([])
})

test('an ID that reads like a type, a name or a label of a grid takes nothing else with it', async () => {
  const { batch } = await post('/batches/add', {
    name: 'DNA',
    description: 'Blood',
    numSamples: 1,
    tubeType: 'EDTA',
  })
  const rack = { alias: 'DNA', type: 'RACK', numberRows: 1, numberColumns: 1 }
  const { storage } = await post('/storage/add', rack)
  const { sample } = await post('/samples/add', {
    name: 'DNA',
    batchId: batch.id,
    type: 'DNA',
    subjectId: 'dna',
    status: 'COLLECTED',
  })
  const { deletionId } = await post(`/batches/delete?id=${batch.id}`, { reason: 'broken' })

  await post('/subjects/erase', { subjectId: 'DNA', reason: 'withdrew consent', samples: 'keep' })

  await post('/deletions/undo', { deletionId })
  const { sample: restored } = (await lab.get('/samples/get', { id: sample.id })).json()
  expect(restored).toMatchObject({ name: 'DNA', type: 'DNA', subjectId: null })
  const events = await lab.db
    .selectFrom('audit_event')
    .select(['action', 'after'])
    .where('entity_id', 'in', [batch.id, String(storage.id)])
    .where('action', 'in', ['batch.create', 'storage.create'])
    .execute()
  expect(events.map(({ after }) => after)).toEqual([expect.any(Object), expect.any(Object)])
})

test('an erasure leaves one event with the reason and the numbers, and its certificate says what was done', async () => {
  const subject = made()
  await enter(subject, { notes, visit })
  const { erasureId, certificate, numEvents } = (await erase(subject)).json()
  const events = await lab.db
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', 'subject.erase')
    .execute()
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({
    entity_type: 'subject',
    entity_id: erasureId,
    person_id: 'ada',
    reason: 'withdrew consent',
    after: { samples: 'keep', numSamples: 3, numEvents, numDeletedRows: 2 },
  })
  for (const sentence of [
    erasureId,
    'Ada Lindqvist',
    'withdrew consent',
    '3 samples kept as anonymous',
    'begin with the ID of their subject',
  ]) {
    expect(certificate).toContain(sentence)
  }
  expect(certificate.toUpperCase()).not.toContain(subject.toUpperCase())
})

test('samples to be destroyed are listed by tube ID, in the reply and on the certificate', async () => {
  const { alias } = await lab.addSample({ subject_id: 'S-9' })
  const { toDestroy, certificate } = (await erase('s-9', { samples: 'destroy' })).json()
  expect(toDestroy).toEqual([alias])
  expect(certificate).toContain(`  ${alias}\n`)
})

test('the certificate lists the parents and children of erased samples that had another subject or none', async () => {
  const note = 'Please check: these parents or children'
  const parent = await lab.addSample({ subject_id: 'S-9' })
  const childOf = (subject_id?: string) =>
    lab.addSample({ parent_sample_id: parent.id, ...(subject_id && { subject_id }) })
  await childOf('s-9')
  expect((await erase('S-9')).json().certificate).not.toContain(note)

  const other = await lab.addSample({ subject_id: 'S-9' })
  const [unnamed, foreign] = [await childOf(), await childOf('S-10')]
  const mine = await childOf('S-9')
  const { certificate } = (await erase('S-9', { samples: 'destroy' })).json()
  expect(certificate).toContain(note)
  for (const { alias } of [unnamed, foreign, parent]) {
    expect(certificate.split(note)[1]).toContain(`  ${alias}\n`)
  }
  for (const { alias } of [mine, other]) expect(certificate.split(note)[1]).not.toContain(alias)
})

test('an erasure is refused while roles are off, without the permission, of nobody, and with the ID as its reason', async () => {
  const bo = await lab.signIn('bo', 'Bo Chen')
  await lab.addSample({ subject_id: 'S-9' })
  await open.addSample({ subject_id: 'S-9' })
  const body = { subjectId: 'S-9', reason: 'withdrew', samples: 'keep' }
  const codes = await Promise.all([
    open.post('/subjects/erase', body),
    lab.post('/subjects/erase', body, bo),
    erase('S-99'),
    erase('S-9', { reason: 'about s-9' }),
    erase('S-9', { reason: '' }),
  ])
  expect(codes.map((reply) => reply.json().code)).toEqual([
    'roles-off',
    'permission-denied',
    'subject-not-found',
    'request-invalid',
    'request-invalid',
  ])
})

test('nothing but an erasure of the same transaction may empty an event, and it may change nothing else', async () => {
  const { id } = await lab.addSample({ subject_id: 'S-9' })
  await post('/samples/update', { id, notes: 'clear' })
  await erase('S-9')
  await post('/samples/update', { id, notes: 'turbid' })
  const last = sql`(select max(id) from audit_event)`
  const erasure = sql`(select id::text from erasure)`
  const refused = async (...statements: ReturnType<typeof sql>[]) => {
    const work = lab.db.transaction().execute(async (trx) => {
      for (const statement of statements) await statement.execute(trx)
    })
    await expect(work).rejects.toMatchObject({ code: 'LIM02' })
  }
  const empty = sql`update audit_event set before = null, after = null, reason = null where id = ${last}`
  await refused(empty)
  await refused(sql`select set_config('lims.erasure', ${erasure}, true)`, empty)
  await refused(
    sql`select set_config('lims.erasure', ${erasure}, true)`,
    sql`select erase_events(array[1], array[2], 1)`,
  )
  const begin = [
    sql`insert into erasure (erased_at, erased_by, reason, samples, salt, subject_hash, num_samples, num_events, num_deleted_rows)
      values (now(), 'ada', 'r', 'keep', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), 0, 0, 0)`,
    sql`select set_config('lims.erasure', (select id::text from erasure where reason = 'r'), true)`,
  ]
  await refused(
    ...begin,
    sql`update audit_event set before = '{}', after = null, reason = null where id = ${last}`,
  )
  await refused(
    ...begin,
    sql`update audit_event set before = null, after = null, reason = null, person_id = 'x' where id = ${last}`,
  )
  await refused(...begin, sql`delete from audit_event where id = ${last}`)
  await refused(sql`update erasure set reason = ''`)
  await refused(...begin, sql`update erasure set reason = 'x'`)
  await refused(...begin, sql`update erasure set reason = '', num_events = 0`)
  await refused(sql`delete from erasure`)
  await refused(sql`update lifecycle_event set notes = ''`, sql`select erase_events(array[1], array[2], 1)`)
})

test('old row versions are removed from the files of the tables soon after', async () => {
  const subject = made()
  await enter(subject, { notes, visit })
  const filesOf = async () => {
    const { rows } = await sql<{ file: string }>`
      select pg_relation_filepath(oid) as file from pg_class where relname in ('sample', 'audit_event') order by relname
    `.execute(lab.db)
    return rows.map(({ file }) => file)
  }
  const before = await filesOf()
  await erase(subject)
  // Written anew, in other files.
  const areNew = async () => {
    const [auditEvent, sample] = await filesOf()
    expect([auditEvent === before[0], sample === before[1]]).toEqual([false, false])
  }
  await vi.waitFor(areNew, { timeout: 20_000 })
})

test('after an erasure the chain of seals verifies, and says how many events were erased', async () => {
  const subject = made()
  await enter(subject, { notes: `seen by ${subject}`, visit: 'V2' })
  const { numEvents } = await erase(subject).then((reply) => reply.json())
  const log = { error: () => undefined, warn: () => undefined, info: () => undefined }
  await new Sealer({ db: lab.db, now: () => testNow, log, settleMs: 0 }).sealAll()
  const settings = { anchorFile: undefined, tsaUrl: undefined, tsaCaFile: undefined }
  expect(await verifyDatabase(lab.db, settings, () => minutesLater(2))).toMatchObject({
    erased: numEvents,
    unsealed: 0,
    finding: null,
  })
  expect(numEvents).toBeGreaterThan(5)
})

test('an erasure records how many events have no proof any more, also those of an erasure that it empties', async () => {
  const [first, second] = [made(), made()]
  for (const subjectId of [first, second]) {
    const { id } = await lab.addSample()
    await post('/samples/update', { id, subjectId })
  }
  await erase(first, { reason: `as ${second} did` })
  await erase(second)

  const erasures = await lab.db
    .selectFrom('audit_event')
    .select(['id', 'after', 'reason'])
    .where('action', '=', 'subject.erase')
    .orderBy('id')
    .execute()
  const emptied = await lab.db
    .selectFrom('audit_commitment')
    .select('erased_by')
    .where('salt', 'is', null)
    .execute()
  const numOf = (index: number) => emptied.filter(({ erased_by }) => erased_by === erasures[index]?.id).length
  expect(erasures).toMatchObject([
    { reason: null, after: { numUnproved: numOf(0) } },
    { after: { numUnproved: numOf(0) + numOf(1) } },
  ])
  expect(numOf(0)).toBeGreaterThan(0)
})

test('an erased ID leaves saved views and their events, however it is spelled', async () => {
  const wanted = `Mü-${randomUUID().slice(0, 8)}`
  const { batch } = await post('/batches/add', {
    name: 'Views',
    description: 'x',
    numSamples: 1,
    tubeType: 'EDTA',
  })
  const body = { name: 'Mine', batchId: batch.id, type: 'DNA', status: 'COLLECTED' }
  await post('/samples/add', { ...body, subjectId: wanted })
  const search = new URLSearchParams({ subjectId: wanted.toLowerCase() }).toString()
  for (const view of [
    { name: 'By filter', search },
    { name: 'By text', search: new URLSearchParams({ query: `${wanted} again` }).toString() },
    { name: `Subject ${wanted}`, search: 'status=QC_PASS' },
    { name: 'Kept', search: 'status=QC_PASS' },
  ]) {
    await post('/views/save', view)
  }
  expect((await erase(wanted)).statusCode).toBe(200)
  const { views } = (await lab.get('/views/list')).json()
  expect(views.map(({ name }: { name: string }) => name)).toEqual(['Kept'])
  expect(await tablesWith(wanted.slice(3))).toEqual([])
})

test('the erasure of a short ID removes nothing of others: no reasons, no deletions, no tubes of batches', async () => {
  const kit = { description: 'x', numSamples: 1, tubeType: 'EDTA' }
  const { batch } = await post('/batches/add', { name: 'Pilot', ...kit })
  const body = { batchId: batch.id, type: 'DNA', status: 'COLLECTED' }
  const { sample: other } = await post('/samples/add', { ...body, name: 'Other', subjectId: 'Somebody' })
  await post(`/samples/delete?id=${other.id}`, { reason: 'tube 1 broke' })
  for (const subjectId of ['1', 'EDTA']) {
    await post('/samples/add', { ...body, name: subjectId, subjectId })
    expect((await erase(subjectId)).statusCode).toBe(200)
  }
  const deletion = await lab.db
    .selectFrom('audit_event')
    .select(['reason', 'before'])
    .where('action', '=', 'sample.delete')
    .where('entity_id', '=', other.id)
    .executeTakeFirstOrThrow()
  expect(deletion).toMatchObject({ reason: 'tube 1 broke', before: { subjectId: 'Somebody' } })
  expect((await lab.get('/batches/get', { id: batch.id })).json().batch.metadata).toMatchObject({
    tubeType: 'EDTA',
  })
})
