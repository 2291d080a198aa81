import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'

const lab = await openLab()

/** Sends a request while an uncommitted transaction moves the sample to Nordic study 5. */
async function whileMoved(id: string, path: string, body: object) {
  const batchId = await lab.addBatch({ name: 'Nordic study 5' })
  const [moved, reply] = await overlap(lab.db, [
    () => lab.post('/samples/update', { id, batchId }),
    () => lab.post(path, body),
  ])
  expect(moved?.statusCode).toBe(200)
  return reply
}

test('a scan waits for a concurrent move to another batch and receives the sample there', async () => {
  const { id, alias } = await lab.addSample()
  const reply = await whileMoved(id, '/samples/receive', { identifier: alias })
  expect(reply?.statusCode).toBe(200)
  expect(reply?.json().sample).toMatchObject({ id, status: 'RECEIVED', batchName: 'Nordic study 5' })
})

test('an edit waits for a concurrent move and is saved', async () => {
  const { id } = await lab.addSample()
  const reply = await whileMoved(id, '/samples/update', { id, notes: 'clear' })
  expect(reply?.statusCode).toBe(200)
  expect(reply?.json().sample).toMatchObject({ notes: 'clear', batchName: 'Nordic study 5' })
})
