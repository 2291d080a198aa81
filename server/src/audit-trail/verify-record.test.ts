import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { turnOnRoles } from '../../test/people.ts'
import { sealAll } from '../../test/seal-all.ts'

const lab = await openLab()
const seal = () => sealAll(lab)
const post = (path: string, body?: object) => ok(lab.post(path, body))
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

test('an event that names another event, or an altered erasure, as its erasure is found in the history', async () => {
  const { erased, other } = await eraseOneOfTwo()
  await seal()
  await byForce(sql`update audit_event set person_id = 'somebody' where action = 'subject.erase'`)
  expect((await verify(other)).finding).toMatch(/^Event \d+ was emptied: event \d+, .* is no erasure\.$/)
  await byForce(sql`update audit_event set action = 'sample.update' where action = 'subject.erase'`)
  expect((await verify(erased)).finding).toMatch(/^Event \d+ was emptied: event \d+, .* is no erasure\.$/)
})

test('an event that was emptied by an older one, or by one that was made an erasure, is found in the history', async () => {
  const { erased, other } = await eraseOneOfTwo()
  const erasure = await newestEvent(sql`action = 'subject.erase'`)
  await seal()
  await post('/samples/update', { id: other, notes: 'clear' })
  const newer = await newestEvent(sql`entity_id = ${other}`)
  await seal()
  await post('/samples/update', { id: erased, notes: 'clear' })
  const forged = await newestEvent(sql`entity_id = ${erased}`)
  await seal()
  expect(await verify(other)).toMatchObject({ finding: null })

  await byForce(
    sql`update audit_commitment set salt = null, erased_by = ${erasure} where event_id = ${newer}`,
  )
  const isNotNewer = `Event ${newer} names event ${erasure} as its erasure, but event ${erasure} is not newer.`
  expect((await verify(other)).finding).toBe(isNotNewer)

  await byForce(sql`update audit_event set action = 'subject.erase' where id = ${forged}`)
  await byForce(sql`
    update audit_commitment set salt = null, erased_by = ${forged} where event_id in (${newer}, ${forged})
  `)
  const isNone = `Event ${newer} was emptied: event ${forged}, which it names, is no erasure.`
  expect((await verify(other)).finding).toBe(isNone)
  await byForce(sql`delete from audit_commitment where event_id = ${forged}`)
  await byForce(sql`update audit_event set at = at - interval '11 minutes' where id = ${forged}`)
  expect((await verify(other)).finding).toBe(isNone)
})

test('an erasure that emptied more events than it says is found in the history', async () => {
  const { other } = await eraseOneOfTwo()
  await seal()
  const erasure = await newestEvent(sql`action = 'subject.erase'`)
  await byForce(sql`
    update audit_commitment set salt = null, erased_by = ${erasure} where event_id < ${erasure}
  `)
  await byForce(sql`update audit_event set reason = null where id < ${erasure}`)
  expect((await verify(other)).finding).toMatch(
    /^Event \d+ erased at most \d+ events?, but is the erasure of \d+ events, the first of them event \d+\.$/,
  )
})

test('an event that was emptied beyond what an erasure says is found, also in a seal of its own', async () => {
  await turnOnRoles(lab)
  const [earlier, erased] = [await lab.addSample({ name: 'NB-1' }), await lab.addSample({ name: 'NB-2' })]
  await post('/samples/update', { id: earlier.id, notes: 'turbid' })
  const forged = await newestEvent(sql`entity_id = ${earlier.id}`)
  await seal()
  await post('/samples/update', { id: erased.id, subjectId: 'S-1001' })
  await seal()
  await post('/subjects/erase', { subjectId: 'S-1001', reason: 'withdrew', samples: 'keep' })
  const erasure = await newestEvent(sql`action = 'subject.erase'`)
  await seal()
  expect(await verify(earlier.id)).toMatchObject({ finding: null })

  await byForce(
    sql`update audit_event set person_id = 'somebody', after = '{"notes":"clear"}' where id = ${forged}`,
  )
  await byForce(
    sql`update audit_commitment set salt = null, erased_by = ${erasure} where event_id = ${forged}`,
  )

  const found = new RegExp(`^Event ${erasure} erased at most .*, the first of them event ${forged}\\.$`)
  expect((await verify(earlier.id)).finding).toMatch(found)
  expect((await post('/audit/verify', {})).finding).toMatch(found)
})

test('histories verify after an erasure that emptied the reason of an earlier one', async () => {
  await turnOnRoles(lab)
  const [first, second] = [await lab.addSample({ name: 'NB-1' }), await lab.addSample({ name: 'NB-2' })]
  await post('/samples/update', { id: first.id, subjectId: 'S-1001' })
  await post('/samples/update', { id: second.id, subjectId: 'S-1002' })
  await seal()
  await post('/subjects/erase', { subjectId: 'S-1001', reason: 'withdrew as S-1002', samples: 'keep' })
  await post('/subjects/erase', { subjectId: 'S-1002', reason: 'withdrew', samples: 'keep' })
  expect(await newestEvent(sql`action = 'subject.erase' and reason is null`)).toBeGreaterThan(0)
  for (const isSealed of [false, true]) {
    if (isSealed) await seal()
    for (const { id } of [first, second]) expect(await verify(id)).toMatchObject({ finding: null })
    expect(await post('/audit/verify', {})).toMatchObject({ finding: null })
  }
})

test('an event that an erasure has emptied, rewritten as the erasure of another, is found in the history', async () => {
  await turnOnRoles(lab)
  const [other, erased] = [await lab.addSample({ name: 'NB-1' }), await lab.addSample({ name: 'NB-2' })]
  await post('/samples/update', { id: other.id, notes: 'turbid' })
  const altered = await newestEvent(sql`entity_id = ${other.id}`)
  await seal()
  await post('/samples/update', { id: erased.id, subjectId: 'S-1001' })
  const forged = await newestEvent(sql`entity_id = ${erased.id}`)
  await seal()
  await post('/subjects/erase', { subjectId: 'S-1001', reason: 'withdrew', samples: 'keep' })
  await seal()
  expect(await verify(other.id)).toMatchObject({ finding: null })

  await byForce(sql`update audit_event set action = 'subject.erase' where id = ${forged}`)
  await byForce(sql`update audit_event set person_id = 'somebody' where id = ${altered}`)
  await byForce(
    sql`update audit_commitment set salt = null, erased_by = ${forged} where event_id = ${altered}`,
  )

  expect((await verify(other.id)).finding).toBe(
    `Event ${altered} was emptied: event ${forged}, which it names, is no erasure.`,
  )
  for (const finding of [await verify(erased.id), await post('/audit/verify', {})].map(
    (one) => one.finding,
  )) {
    expect(finding).toMatch(/^Event \d+ left at most \d+ events? without a proof, /)
  }
})

async function newestEvent(where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(id) as id from audit_event where ${where}`.execute(
    lab.db,
  )
  return rows[0]?.id ?? 0
}

/** As who owns the tables can. */
const byForce = (statement: ReturnType<typeof sql>) =>
  lab.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await statement.execute(trx)
  })
