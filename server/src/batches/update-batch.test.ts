import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

test('rejects a stale update of a batch and names only the changed fields', async () => {
  const id = await lab.addBatch({ name: 'Pilot' })
  const { batch } = (await lab.get('/batches/get', { id })).json()
  const bo = await lab.signIn('bo', 'Bo Chen')
  await lab.post('/batches/update', { id, name: 'Nordic', description: batch.description }, bo)

  const reply = await lab.post('/batches/update', { id, version: batch.version, name: 'Baltic' })

  expect(reply.statusCode).toBe(409)
  expect(reply.json().message).toBe('Not saved: Bo Chen changed name of Nordic.')
})
