import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const find = async (code: string) => (await lab.get('/deletions/find', { code })).json().deletion

test('D11 D25 says who deleted a sample, by its id or tube ID in any case, until it is back', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const { alias } = (await lab.get('/samples/get', { id })).json().sample
  expect(await find(id)).toBeNull()
  const { deletionId } = (await lab.post(`/samples/delete?id=${id}`, undefined)).json()

  for (const code of [id, id.toUpperCase(), alias, alias.toLowerCase()]) {
    expect(await find(code)).toMatchObject({
      deletionId,
      sampleId: id,
      name: 'NB-1',
      alias,
      deletedWith: 'sample',
      numSamples: 1,
      deletedByName: expect.stringMatching(/\w/),
      deletedAt: expect.stringMatching(/Z$/),
    })
  }
  await lab.post('/deletions/undo', { deletionId })
  expect(await find(id)).toBeNull()
})

test('D11 finds a sample that went with its batch', async () => {
  const batchId = await lab.addBatch()
  const { id } = await lab.addSample({ name: 'NB-2', batch_id: batchId })
  const { deletionId } = (await lab.post(`/batches/delete?id=${batchId}`, undefined)).json()
  expect(await find(id)).toMatchObject({ deletionId, sampleId: id, deletedWith: 'batch' })
})

test('D11 says how many samples went with it', async () => {
  const [first, second, third] = [await lab.addSample(), await lab.addSample(), await lab.addSample()]
  const other = await lab.addSample()
  await lab.post(`/samples/delete?id=${other.id}`, undefined)
  await lab.post('/samples/delete-chosen', { sampleIds: [first.id, second.id, third.id] })
  expect(await find(second.id)).toMatchObject({ deletedWith: 'sample', numSamples: 3 })
})

test('D11 asks for a code', async () => {
  expect((await lab.get('/deletions/find', { code: ' ' })).statusCode).toBe(400)
})
