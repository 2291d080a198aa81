import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { untilOneWaits } from '../../test/until-one-waits.ts'

const lab = await openLab()

/** Sends a request while another transaction, not yet committed, moves the sample to another batch. */
async function whileMoved<T>(id: string, send: () => Promise<T>): Promise<T> {
  const batch_id = await lab.addBatch({ name: 'Nordic study 5' })
  return await lab.db
    .transaction()
    .execute(async (trx) => {
      await trx.updateTable('sample').set({ batch_id }).where('id', '=', id).execute()
      const reply = send()
      await untilOneWaits(lab.db)
      return { reply }
    })
    .then(({ reply }) => reply)
}

test('a scan that waits for a sample which is being moved to another batch receives it there', async () => {
  const { id, alias } = await lab.addSample()
  const reply = await whileMoved(id, () => lab.post('/samples/receive', { identifier: alias }))
  expect(reply.statusCode).toBe(200)
  expect(reply.json().sample).toMatchObject({ id, status: 'RECEIVED', batchName: 'Nordic study 5' })
})

test('an edit that waits for it is saved', async () => {
  const { id } = await lab.addSample()
  const reply = await whileMoved(id, () => lab.post('/samples/update', { id, notes: 'clear' }))
  expect(reply.statusCode).toBe(200)
  expect(reply.json().sample).toMatchObject({ notes: 'clear', batchName: 'Nordic study 5' })
})
