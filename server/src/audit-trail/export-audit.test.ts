import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { guard } from '@lims/contract/formula-guard.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { sealAll } from '../../test/seal-all.ts'

const lab = await openLab()
const seal = () => sealAll(lab)

/** Verifies as docs/operations.md describes. Returns the statement. */
function verified(
  file: string,
  { statement, signature, publicKey }: Record<string, string>,
  content: string,
) {
  expect(file.startsWith(content)).toBe(true)
  const key = createPublicKey({ key: Buffer.from(publicKey ?? '', 'base64'), format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from(statement ?? ''), key, Buffer.from(signature ?? '', 'base64'))).toBe(true)
  const stated = Object.fromEntries(new URLSearchParams(statement))
  expect(createHash('sha256').update(content).digest('hex')).toBe(stated.sha256)
  return stated
}

test('an export in CSV ends with a signed statement of its content, and holds no formula', async () => {
  const { id } = await lab.addSample({ name: '=HYPERLINK("http://x","y")', notes: '+1' })
  expect((await lab.post('/samples/update', { id, notes: 'a\nb' })).statusCode).toBe(200)
  await seal()
  const reply = await lab.get('/audit/export', { action: 'sample.update' })
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toBe('attachment; filename=audit-2026-11-20.csv')

  const lines = reply.body.split('\r\n')
  const [statement, signature, publicKey] = lines.slice(-4, -1).map((line) => line.replace(/^# [a-z ]+ /, ''))
  const content = reply.body.slice(0, reply.body.indexOf('# statement '))
  const signed = { statement: statement ?? '', signature: signature ?? '', publicKey: publicKey ?? '' }
  const proof = (await lab.get('/audit/proof')).json()
  expect(proof.publicKey).toBe(publicKey)
  expect(verified(reply.body, signed, content)).toMatchObject({
    events: '1',
    at: testNow.toISOString(),
    filter: '{"action":"sample.update"}',
    lastSeal: '1',
    lastSealHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const [row] = parse(content, { bom: true, columns: true }) as Record<string, string>[]
  expect(row).toMatchObject({
    id: '2',
    personName: 'Ada Lindqvist',
    entityId: id,
    seal: '1',
    erased: 'false',
  })
  expect(row?.entityName).toBe(`'=HYPERLINK("http://x","y")`)
})

test('an export in CSV has JSON that can be read and no part of which is a formula', async () => {
  const notes = 'thawed, -80 to 4 °C; +1 mL|=1+1,＝2;"@x,\t-3\n-4, \'+5'
  const { id } = await lab.addSample({ name: '+C-1', notes: '-' })
  const lists = [['+C-1', '=2', "'-3"], [-5, 0.5], { '-a': -7, '@b': '-8' }]
  const after = { notes, lists, empty: '' }
  await sql`insert into audit_event (at, person_id, action, entity_type, entity_id, after)
    values (${testNow}, 'ada', 'sample.update', 'sample', ${id}, ${JSON.stringify(after)})`.execute(lab.db)
  const { body } = await lab.get('/audit/export', { entityId: id })
  const rows = parse(body, { bom: true, columns: true, comment: '#' }) as Record<string, string>[]
  const cell = rows.at(-1)?.after ?? ''
  expect(JSON.parse(cell)).toEqual(after)
  expect(guard(cell)).toBe(cell)
})

test('the commands of docs/operations.md verify an export', async () => {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const [commands = ''] = /(?<=```sh\n)field\(\)[^`]+/.exec(page) ?? []
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const run = () => execFileSync('bash', ['-ec', commands], { cwd: folder, stdio: 'pipe' }).toString()
  const { body } = await lab.get('/audit/export')
  writeFileSync(path.join(folder, 'audit.csv'), body)
  const [, stated] = /^# statement sha256=([0-9a-f]{64})&/m.exec(body) ?? []
  expect(run()).toBe(`${stated}  -\nSignature Verified Successfully\n`)
  writeFileSync(path.join(folder, 'audit.csv'), body.replace(/&events=\d+&/, '&events=9&'))
  expect(run).toThrow()
})

test('an export in JSON lines has every event that matches, the oldest first, and a signed end', async () => {
  await sql`insert into audit_event (at, person_id, action, entity_type, entity_id, after)
    select ${testNow}::timestamptz + n * interval '1 microsecond', 'ada', 'sample.update', 'sample', 'x', '{"v": 1}'
    from generate_series(1, 2500) n`.execute(lab.db)
  const reply = await lab.get('/audit/export', { format: 'jsonl', entityId: 'x' })
  expect(reply.headers['content-type']).toBe('application/jsonl; charset=utf-8')
  const lines = reply.body.trimEnd().split('\n')
  const end = lines.pop() ?? ''
  const content = lines.map((line) => `${line}\n`).join('')
  expect(verified(reply.body, JSON.parse(end), content)).toMatchObject({ events: '2500', lastSeal: '0' })
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(Array.from({ length: 2500 }, (_, n) => n + 2))
})

test('the export of a history has every event that the history shows, and says of which record', async () => {
  const post = (path: string, body?: object) => ok(lab.post(path, body))
  const body = { name: 'Kits', description: 'd', numSamples: 2, tubeType: 'EDTA' }
  const batchId: string = (await post('/batches/add', body)).batch.id
  const { samples } = (await lab.get('/samples/list', { batchId })).json()
  const sampleId: string = samples[0].id
  lab.setNow(minutesLater(1))
  await post('/samples/receive', { identifier: sampleId })
  await post('/print-runs/start', { batchId })
  const { deletionId } = await post(`/batches/delete?id=${batchId}`)
  await post('/deletions/undo', { deletionId })
  const box = { alias: 'Box 1', type: 'BOX', numberRows: 2, numberColumns: 2 }
  const storageId: number = (await post('/storage/add', box)).storage.id
  await post('/storage/add', { ...box, alias: `${storageId}` })

  const records = [
    ['sample', sampleId, 5],
    ['sample', sampleId.toUpperCase(), 5],
    ['batch', batchId, 4],
    ['storage', `${storageId}`, 1],
  ] as const
  for (const [entityType, entityId, total] of records) {
    const record = { entityType, entityId }
    const shown = (await lab.get('/audit/history', record)).json()
    const reply = await lab.get('/audit/export', { ...record, history: 'true', format: 'jsonl' })
    const lines = reply.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const end = lines.pop()
    expect(lines.map(({ id }) => id)).toEqual(shown.events.map(({ id }: { id: number }) => id).reverse())
    expect(lines).toHaveLength(total)
    const content = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    const id = entityId.toLowerCase()
    expect(verified(reply.body, end, content)).toMatchObject({
      events: String(total),
      filter: JSON.stringify({ entityType, entityId: id, history: true }),
    })
    const [exported] = (await lab.get('/audit/list', { action: 'audit.export' })).json().events
    const search = `history of ${entityType}, ${entityType === 'storage' ? 'one record' : id}`
    expect(exported.after).toMatchObject({ events: total, search })
  }
  const received = { entityType: 'sample', entityId: sampleId, history: 'true', action: 'sample.receive' }
  const { body: part } = await lab.get('/audit/export', { ...received, format: 'jsonl' })
  expect(part.trimEnd().split('\n')).toHaveLength(2)
  const refused = await lab.get('/audit/export', { entityId: sampleId, history: 'true' })
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'history needs the entityType and entityId of a sample, a batch or a storage',
  ])
})

test('the history of a record named by its tube ID, name or code is that of its id, and never empty by mistake', async () => {
  const post = async (path: string, body: object) => (await lab.post(path, body)).json()
  const sample = await lab.addSample({ name: 'NB-1' })
  await post('/samples/update', { id: sample.id, notes: 'clear' })
  const body = { name: 'Kits', description: 'd', numSamples: 1, tubeType: 'EDTA' }
  const { batch } = await post('/batches/add', body)
  const box = { alias: 'Box 1', type: 'BOX', numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', box)
  await seal()
  const exported = (entityType: string, entityId: string) =>
    lab.get('/audit/export', { entityType, entityId, history: 'true', format: 'jsonl' })
  const verifiedOf = (entityType: string, entityId: string) =>
    lab.post('/audit/verify', { entityType, entityId })
  const records = [
    ['sample', sample.id, [sample.alias, sample.alias.toLowerCase(), 'nb-1']],
    ['batch', batch.id, ['kits']],
    ['storage', `${storage.id}`, ['box 1', storageCode(storage.id)]],
  ] as const
  for (const [entityType, id, names] of records) {
    const ofId = (await exported(entityType, id)).body
    const verifiedEvents = (await verifiedOf(entityType, id)).json().verified
    expect(verifiedEvents).toBeGreaterThan(0)
    for (const name of names) {
      expect((await exported(entityType, name)).body, name).toBe(ofId)
      expect((await verifiedOf(entityType, name)).json()).toMatchObject({
        verified: verifiedEvents,
        finding: null,
      })
    }
  }

  // A number is the name of a storage as long as no storage has it as its id.
  const named = (await post('/storage/add', { ...box, alias: '7007' })).storage
  await seal()
  const ofNamed = (await exported('storage', `${named.id}`)).body
  expect((await exported('storage', '7007')).body).toBe(ofNamed)
  await post(`/storage/delete?id=${named.id}`, {})
  expect((await exported('storage', `${named.id}`)).statusCode).toBe(200)

  await lab.addSample({ name: 'NB-1' })
  const several = 'More than one sample is known by this name. Please give the id of the sample.'
  for (const [entityType, name, message] of [
    ['sample', 'NB-1', several],
    ['sample', 'Kits', 'No sample is known by this id or name.'],
    ['sample', randomUUID(), 'No sample is known by this id or name.'],
    ['batch', sample.id, 'No batch is known by this id or name.'],
    ['storage', 'Kits', 'No storage is known by this id or name.'],
    ['storage', '999999', 'No storage is known by this id or name.'],
  ] as const) {
    for (const reply of [await exported(entityType, name), await verifiedOf(entityType, name)]) {
      expect([reply.statusCode, reply.json()]).toEqual([
        400,
        { code: 'request-invalid', message, field: 'entityId' },
      ])
    }
  }
})
