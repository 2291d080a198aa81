import type { Sample } from '@lims/contract/samples.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { waitsForLock } from '../../test/overlap.ts'

const lab = await openLab()

async function movedFamily() {
  const parent = await lab.addSample({ name: 'NB-1' })
  const body = { parentSampleId: parent.id, count: 2, type: 'DNA' }
  const children: Sample[] = (await lab.post('/samples/add-child', body)).json().samples
  const batchId = await lab.addBatch({ name: 'Nordic study 5' })
  await lab.post('/samples/update', { id: parent.id, batchId }, await lab.signIn('bo', 'Bo Chen'))
  return { from: parent.batch_id, to: batchId, ids: children.map(({ id }) => id) }
}

test('children move to another batch with their parent, each with its own audit event', async () => {
  const { from, to, ids } = await movedFamily()
  const events = await lab.db
    .selectFrom('audit_event')
    .select(['entity_id', 'action', 'person_id', 'before', 'after'])
    .where('entity_id', 'in', ids)
    .execute()
  const event = { action: 'sample.update', person_id: 'bo', before: { batchId: from } }
  expect(events).toHaveLength(2)
  expect(events).toEqual(
    expect.arrayContaining(
      ids.map((entity_id) => ({ ...event, entity_id, after: { batchId: to, version: 2 } })),
    ),
  )
})

test('rejects a stale edit of a child that was moved, with who moved it', async () => {
  const { ids } = await movedFamily()
  const reply = await lab.post('/samples/update', { id: ids[0], version: 1, notes: 'clear' })
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    'Not saved: Bo Chen changed batchId of NB-1-DNA-1.',
  ])
})

test('a family that moves is locked in the order of ids, as everywhere, also where a child comes first', async () => {
  const parent = await lab.addSample({ id: 'ffffffff-0000-4000-8000-000000000000' })
  const child = await lab.addSample({
    id: '00000000-0000-4000-8000-000000000000',
    parent_sample_id: parent.id,
  })
  const batchId = await lab.addBatch({ name: 'Nordic study 5' })
  const { reply } = await lab.db.transaction().execute(async (trx) => {
    await sql`select from sample where id = ${child.id} for update`.execute(trx)
    const sent = lab.post('/samples/update', { id: parent.id, batchId })
    expect(await waitsForLock(lab.db, sent)).toBe(true)
    await sql`select from sample where id = ${parent.id} for update nowait`.execute(trx)
    return { reply: sent }
  })
  expect((await reply).statusCode).toBe(200)
})
