import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { overlap, waitsForLock } from '../../test/overlap.ts'

const lab = await openLab()
const add = async (alias: string, type: string, more: object = {}): Promise<number> =>
  (await lab.post('/storage/add', { alias, type, numberRows: 3, numberColumns: 3, ...more })).json().storage
    .id
const remove = async (path: string): Promise<string> => (await lab.post(path, undefined)).json().deletionId

test('a storage whose name another in its parent is just being given waits for that, and is refused', async () => {
  const rack = await add('Rack A', 'RACK')
  const [box, other] = [
    await add('Box 3', 'BOX', { parentID: rack }),
    await add('Box 4', 'BOX', { parentID: rack }),
  ]
  const deletionId = await remove(`/storage/delete?id=${box}`)
  const [renamed, undone] = await overlap(lab.db, [
    () => lab.post('/storage/update', { id: other, alias: 'Box 3' }),
    () => lab.post('/deletions/undo', { deletionId }),
  ])
  expect([renamed?.statusCode, undone?.json().code]).toEqual([200, 'storage-name-taken'])
})

test('a sample whose cell is just being filled waits for that, and is refused with the reason', async () => {
  const storageId = await add('Box 3', 'BOX')
  const { id, batch_id } = await lab.addSample()
  const place = (sampleId: string) => lab.post('/samples/associate', { sampleId, storageId, location: 'B2' })
  await place(id)
  const deletionId = await remove(`/samples/delete?id=${id}`)
  const other = await lab.addSample({ name: 'NB-2', batch_id })
  const [placed, undone] = await overlap(lab.db, [
    () => place(other.id),
    () => lab.post('/deletions/undo', { deletionId }),
  ])
  expect([placed?.statusCode, undone?.statusCode, undone?.json()]).toEqual([
    200,
    409,
    { code: 'restore-impossible', message: 'It cannot come back: its place has been taken since.' },
  ])
})

test('the undo of a deleted storage does not wait for whoever changes another storage', async () => {
  const [rack, other] = [await add('Rack A', 'RACK'), await add('Rack B', 'RACK')]
  const deletionId = await remove(`/storage/delete?id=${await add('Box 3', 'BOX', { parentID: rack })}`)
  await remove(`/storage/delete?id=${await add('Box 4', 'BOX', { parentID: other })}`)
  const undone = await lab.db.transaction().execute(async (trx) => {
    await sql`select from storage where id = ${other} for no key update`.execute(trx)
    const sent = lab.post('/deletions/undo', { deletionId })
    expect(await waitsForLock(lab.db, sent)).toBe(false)
    return sent
  })
  expect(undone.statusCode).toBe(200)
})
