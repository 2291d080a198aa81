import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { cancelWaiting, overlap, waitsForLock } from '../../test/overlap.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()
const made = { created_at: testNow, created_by: 'ada', updated_at: testNow }
const rename = (id: string, name: string) => lab.post('/batches/update', { id, name })

test('rejects a rename to a name that a concurrent request has just used', async () => {
  const id = await lab.addBatch({ name: 'Pilot' })
  const other = await lab.addBatch({ name: 'Nordic' })
  const [first, second] = await overlap(lab.db, [() => rename(other, 'Baltic'), () => rename(id, 'BALTIC')])
  expect(first?.statusCode).toBe(200)
  expect(second?.json()).toEqual({
    code: 'batch-name-taken',
    message: expect.stringContaining('BALTIC'),
    field: 'name',
  })
})

test('accepts one of ten renames and ten creations with the same name at once', async () => {
  const names = Array.from({ length: 10 }, (_, place) => `Pilot ${place}`)
  const ids = await Promise.all(names.map((name) => lab.addBatch({ name })))
  const made = { name: 'nordic', description: 'd', numSamples: 1, tubeType: 'EDTA' }
  const replies = await Promise.all(
    ids.flatMap((id) => [rename(id, 'Nordic'), lab.post('/batches/add', made)]),
  )
  const outcomes = replies.map((reply) => (reply.statusCode === 200 ? 'done' : reply.json().code))
  expect(outcomes.sort()).toEqual([...Array(19).fill('batch-name-taken'), 'done'])
})

test('a rename that fails for another reason than its name does not say that the name is taken', async () => {
  const id = await lab.addBatch({ name: 'Pilot' })
  const { reply } = await unaudited(lab.db, async (trx) => {
    await trx
      .insertInto('batch')
      .values({ name: 'Nordic', description: '', ...made })
      .execute()
    const sent = rename(id, 'Nordic')
    expect(await waitsForLock(lab.db, sent)).toBe(true)
    await cancelWaiting(lab.db)
    return { reply: await sent }
  })
  expect(reply.json().code).toBe('database-unavailable')
})
