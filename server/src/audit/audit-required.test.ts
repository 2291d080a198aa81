import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()

const silent: [string, (ids: { sample: string; batch: string }) => ReturnType<typeof sql>][] = [
  ['batch', ({ batch }) => sql`update batch set name = 'Silent' where id = ${batch}`],
  ['sample', ({ sample }) => sql`update sample set notes = 'silent' where id = ${sample}`],
  ['sample', ({ sample }) => sql`delete from sample where id = ${sample}`],
  [
    'lifecycle_event',
    ({ sample }) =>
      sql`insert into lifecycle_event (sample_id, from_status, to_status, at, person_id)
        values (${sample}, 'UNKNOWN', 'COLLECTED', now(), 'ada')`,
  ],
  [
    'storage',
    () => sql`insert into storage (alias, type, number_rows, number_columns, created_at, created_by, updated_at)
      values ('Silent', 'BOX', 1, 1, now(), 'ada', now())`,
  ],
  [
    'deletion',
    () => sql`insert into deletion (entity_type, entity_id, deleted_at, deleted_by)
      values ('sample', 'x', now(), 'ada')`,
  ],
  [
    'roles_state',
    () => sql`insert into roles_state (id, turned_on_at, turned_on_by) values (1, now(), 'ada')`,
  ],
  ['person', () => sql`update person set role = 'viewer', role_from = 'given' where id = 'ada'`],
  ['person', () => sql`update person set deactivated_at = now() where id = 'ada'`],
  [
    'person',
    () => sql`insert into person (id, name, first_signed_in_at, last_signed_in_at, owner_id)
      values ('robot', 'Robot', now(), now(), 'ada')`,
  ],
  ['api_token', () => addToken],
]

const addToken = sql`insert into api_token (name, person_id, hash, permissions, created_at, created_by, expires_at)
  values ('Robot', 'ada', '\\x00', '{}', now(), 'ada', now())`

test.each(silent)('C1 the database refuses to change %s without an audit event', async (_, change) => {
  const { id: sample, batch_id } = await lab.addSample()
  const silently = change({ sample, batch: batch_id }).execute(lab.db)
  await expect(silently).rejects.toMatchObject({ code: 'LIM09' })
  await unaudited(lab.db, (trx) => change({ sample, batch: batch_id }).execute(trx))
})

test('the page about the audit trail names the tables whose changes need an event', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger where tgname ~ 'needs?_audit_event$'
  `.execute(lab.db)
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/subsystems/audit.md'), 'utf8')
  const [, list = ''] = /^The tables that must be audited, .*?: (.*)$/m.exec(page) ?? []
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(named).toEqual(rows.map(({ name }) => name).sort())
})

test('C1 an event of another transaction, or one that was rolled back, does not count', async () => {
  const { id } = await lab.addSample()
  await lab.post('/samples/update', { id, name: 'With an event' })
  const note = sql`update sample set notes = 'silent' where id = ${id}`
  const event = sql`insert into audit_event (at, person_id, action, entity_type, entity_id)
    values (now(), 'ada', 'sample.update', 'sample', ${id})`
  const rolledBack = lab.db.transaction().execute(async (trx) => {
    await note.execute(trx)
    await sql`savepoint before_event`.execute(trx)
    await event.execute(trx)
    await sql`rollback to before_event`.execute(trx)
  })
  await expect(rolledBack).rejects.toMatchObject({ code: 'LIM09' })
  await expect(note.execute(lab.db)).rejects.toMatchObject({ code: 'LIM09' })
  await lab.db.transaction().execute(async (trx) => {
    await note.execute(trx)
    await event.execute(trx)
  })
})

test('C1 the end of an API token needs an audit event, its use does not', async () => {
  await unaudited(lab.db, (trx) => addToken.execute(trx))
  await sql`update api_token set last_used_at = now(), last_used_from = '127.0.0.1'`.execute(lab.db)
  const end = sql`update api_token set revoked_at = now()`
  await expect(end.execute(lab.db)).rejects.toMatchObject({ code: 'LIM09' })
})

test('C1 a sign-in that changes no role of a person needs no event of its own', async () => {
  await sql`update person set last_signed_in_at = now(), role = role where id = 'ada'`.execute(lab.db)
})
