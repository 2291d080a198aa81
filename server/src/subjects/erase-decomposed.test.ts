import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { findTablesWith } from '../../test/tables-with.ts'
import { unaudited } from '../../test/unaudited.ts'
import { findSubjectByHash, hashOf } from './erasure-queries.ts'

const lab = await openLab({ ADMIN_EMAILS: 'ada@brain.example' })

const post = (path: string, body: object = {}, headers = {}) => ok(lab.post(path, body, lab.token(), headers))
const made = () => `Zoë-${randomUUID().slice(0, 18)}`

/** Enters a subject, and what was stored of it before texts were composed. */
async function enter(subject: string) {
  // With a soft hyphen, which nobody can see.
  const old = subject.normalize('NFD').replace('Z', 'Z\u00ad')
  const batchId = await lab.addBatch()
  const { sample } = await post(
    '/samples/add',
    { name: 'Mine', batchId, type: 'DNA', status: 'COLLECTED', subjectId: subject },
    { 'idempotency-key': randomUUID() },
  )
  const other = await lab.addSample({ name: 'Other', batch_id: batchId })
  await post('/print-runs/start', { sampleIds: [other.id] })
  const box = { alias: 'Box', type: 'BOX', numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', box)
  await post('/samples/associate', { sampleId: other.id, storageId: storage.id, location: 'A1' })
  await post('/picks/create', { name: 'List', sampleIds: [other.id] })
  await post('/views/save', { name: 'Mine', search: `subjectId=${encodeURIComponent(old)}` })
  await unaudited(lab.db, async (trx) => {
    const addEvent = (action: string, after: object, reason: string | null = null) =>
      sql`
        insert into audit_event (at, person_id, action, entity_type, entity_id, after, reason)
        values (now(), 'ada', ${action}, 'sample', ${other.id}, ${JSON.stringify(after)}::jsonb, ${reason})
      `.execute(trx)
    await addEvent('sample.update', { subjectId: old })
    await addEvent('sample.delete', {}, `mixed up with ${old}`)
    await addEvent('stock-take.scan', { code: old.toLowerCase() })
    await addEvent('custody.reserve', { pickList: `For ${old}` })
    await sql`update answered_request set reply = replace(reply::text, ${subject}, ${old})::jsonb`.execute(
      trx,
    )
    await sql`update print_run set reason = ${`again for ${old}`}`.execute(trx)
    await sql`update pick_list set name = ${`For ${old}`}, purpose = ${old}`.execute(trx)
    await sql`update sample set bam_doubt = ${`it may be of ${old}`} where id = ${other.id}`.execute(trx)
    await sql`
      update batch set description = ${old}, metadata = jsonb_build_object('about', array[${old}::text])
    `.execute(trx)
    await sql`insert into sync_error (kind, dvc_path, path, message, at, run_id)
      values ('match', 'a', 'b', ${`is of ${old} by its header`}, now(), 1)`.execute(trx)
  })
  return { old, sampleId: sample.id as string }
}

test.each(['NFC', 'NFD'])(
  'an ID that is given in %s is erased in both forms, also from before texts were composed',
  async (form) => {
    const subject = made()
    const { old, sampleId } = await enter(subject)
    expect((await findTablesWith(lab.db, old)).length).toBeGreaterThan(6)

    const subjectId = subject.normalize(form).toUpperCase()
    await post('/subjects/erase', { subjectId, reason: 'withdrew consent', samples: 'keep' })

    for (const text of [subject, old, encodeURIComponent(old)]) {
      expect(await findTablesWith(lab.db, text)).toEqual([])
    }
    expect((await lab.get('/samples/get', { id: sampleId })).json().sample.subjectId).toBeNull()
  },
)

test('an ID with a space is erased in every form, also from before IDs were in one line', async () => {
  const subject = made().replaceAll('-', ' ')
  const old = subject.replaceAll(' ', '  ')
  const sample = await lab.addSample({ subject_id: subject, notes: `second\ttube of ${old}` })
  await unaudited(lab.db, async (trx) => {
    await sql`
      insert into audit_event (at, person_id, action, entity_type, entity_id, after, reason)
      select now(), 'ada', 'sample.update', 'sample', ${sample.id}, after, reason from (values
        (jsonb_build_object('subjectId', ${old}::text), null),
        (jsonb_build_object('eventNotes', ${`of ${old.replaceAll(' ', '\n')}, second tube`}::text), null),
        (null, ${`mixed up with ${old}`})
      ) event (after, reason)
    `.execute(trx)
  })
  await post('/subjects/erase', { subjectId: old, reason: 'withdrew consent', samples: 'keep' })
  for (const text of [subject, old, JSON.stringify(old.replaceAll(' ', '\n')).slice(1, -1)]) {
    expect(await findTablesWith(lab.db, text), text).toEqual([])
  }
})

test.each(['P  001', 'P\n001', '\u0085P 001 ', 'P\u00ad 001'])(
  'an ID that a server of the previous version stores as %j during an upgrade is erased as P 001',
  async (subjectId) => {
    const samples = [await lab.addSample({ subject_id: subjectId }), await lab.addSample({ subject_id: 'x' })]
    const set = sql`update sample set subject_id = ${subjectId} where subject_id = 'x'`
    await unaudited(lab.db, (trx) => set.execute(trx))
    expect((await lab.get('/samples/list', { subjectId: 'P 001' })).json().totalSamples).toBe(2)
    await post('/subjects/erase', { subjectId: 'P 001', reason: 'withdrew consent', samples: 'keep' })
    for (const { id } of samples)
      expect((await lab.get('/samples/get', { id })).json().sample.subjectId).toBeNull()
  },
)

test('a subject is found by the hash that was kept of its ID before IDs were in one line', async () => {
  const subject = made().replaceAll('-', '  ')
  await unaudited(lab.db, (trx) =>
    sql`
      insert into audit_event (at, person_id, action, entity_type, entity_id, after)
      values (now(), 'ada', 'sample.create', 'sample', 'x', jsonb_build_object('subjectId', ${subject}::text))
    `.execute(trx),
  )
  const salt = randomBytes(32)
  const line = subject.replaceAll('  ', ' ').toUpperCase()
  for (const hashed of [subject, line]) {
    const subjectHash = await hashOf(lab.db, salt, hashed.toUpperCase())
    expect(await findSubjectByHash(lab.db, { salt, subjectHash })).toBe(line)
  }
})

test.each(['  ', '\t', '\n', '\r\n'])(
  'a subject of a sample is found by the hash of its ID with %j in its gaps',
  async (gap) => {
    const line = made().replaceAll('-', ' ')
    await lab.addSample({ subject_id: line })
    const salt = randomBytes(32)
    const subjectHash = await hashOf(lab.db, salt, line.replaceAll(' ', gap).toUpperCase())
    expect(await findSubjectByHash(lab.db, { salt, subjectHash })).toBe(line.toUpperCase())
  },
)

test.each(['NFC', 'NFD'])(
  'a subject is found by the hash of its ID in %s, as erasures keep it',
  async (form) => {
    const subject = made()
    await lab.addSample({ subject_id: subject })
    const salt = randomBytes(32)
    const subjectHash = await hashOf(lab.db, salt, subject.normalize(form).toUpperCase())
    expect(await findSubjectByHash(lab.db, { salt, subjectHash })).toBe(subject.toUpperCase())
  },
)
