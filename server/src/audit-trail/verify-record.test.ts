import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { turnOnRoles } from '../../test/people.ts'
import { Sealer } from '../audit/sealer.ts'

const lab = await openLab()
const seal = () => new Sealer({ db: lab.db, now: () => testNow, log: { warn: () => {} } }).sealAll()
const post = async (path: string, body?: object) => {
  const reply = await lab.post(path, body)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const verify = (entityId: string) => post('/audit/verify', { entityType: 'sample', entityId })

/** Two samples in one seal, and the subject of the first erased after it. */
async function eraseOneOfTwo() {
  await turnOnRoles(lab)
  const [erased, other] = [await lab.addSample({ name: 'NB-1' }), await lab.addSample({ name: 'NB-2' })]
  await post('/samples/update', { id: erased.id, subjectId: 'S-1001' })
  await post('/samples/update', { id: other.id, notes: 'turbid' })
  await seal()
  await post('/subjects/erase', { subjectId: 'S-1001', reason: 'withdrew', samples: 'keep' })
  return { erased: erased.id, other: other.id }
}

test('the history of a sample verifies after an erasure, and so do those that share a seal with it', async () => {
  const { erased, other } = await eraseOneOfTwo()
  expect(await verify(erased)).toMatchObject({ finding: null })
  await seal()
  expect(await verify(erased)).toMatchObject({ finding: null })
  expect(await verify(other)).toMatchObject({ finding: null })
})

test('an event that was emptied in the name of another event, or of an altered erasure, is found in the history', async () => {
  const { erased, other } = await eraseOneOfTwo()
  await seal()
  await byForce(sql`update audit_event set person_id = 'somebody' where action = 'subject.erase'`)
  expect((await verify(other)).finding).toMatch(/^Event \d+ was emptied: event \d+, .* is no erasure\.$/)
  await byForce(sql`update audit_event set action = 'sample.update' where action = 'subject.erase'`)
  expect((await verify(erased)).finding).toMatch(/^Event \d+ was emptied: event \d+, .* is no erasure\.$/)
})

/** As who owns the tables can. */
const byForce = (statement: ReturnType<typeof sql>) =>
  lab.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await statement.execute(trx)
  })
