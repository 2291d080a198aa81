import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'

const lab = await openLab()
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
  const told = replies.map((reply) => (reply.statusCode === 200 ? 'done' : reply.json().code))
  expect(told.sort()).toEqual([...Array(19).fill('batch-name-taken'), 'done'])
})
