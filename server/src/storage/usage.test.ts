import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const usageOf = (storageIds: string) => lab.get('/storage/usage', { storageIds })

test('E11 a storage without boxes has no tube places, and one that does not exist is left out', async () => {
  const body = { alias: 'Freezer 1', type: 'FREEZER', numberRows: 2, numberColumns: 2 }
  const { storage } = (await lab.post('/storage/add', body)).json()
  const reply = await usageOf(`${storage.id},${storage.id},999999`)
  expect(reply.json()).toEqual({ usage: [{ id: storage.id, tubePlaces: 0, tubes: 0 }] })
})

test.each(['', 'a', '1,', '1;2', '1.5', '-1', '9999999999', Array(101).fill(1).join(), '9'.repeat(1300)])(
  'E11 refuses %s as a list of storages',
  async (list) => {
    expect((await usageOf(list)).statusCode).toBe(400)
  },
)
