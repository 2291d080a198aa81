import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { custodyCalls } from '../../test/custody-calls.ts'
import { openLab } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab({ ADMIN_EMAILS: 'ada@brain.example', DEFAULT_ROLE: 'bench' })
const { addBox, post, checkOut, undo } = custodyCalls(lab)

const thawCountsOf = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await lab.get('/samples/get', { id })).json().sample.thawCount))

test.each([
  ['created since migration 0072', false],
  ['created before migration 0072', true],
])('after an erasure, aliquots that were %s still follow the thaws of their parent', async (_, isOld) => {
  const box = await addBox({ celsius: -80 })
  const tube = await lab.addSample({ name: 'P-0001 plasma', subject_id: 'P-0001' })
  await post('/samples/associate', { sampleId: tube.id, storageId: box, location: 'A1' })
  const [{ eventId }] = await checkOut([tube.alias], { thawed: true })
  lab.setNow(new Date('2026-11-20T09:20:00.000Z'))
  const addChild = async (type: string) =>
    (await post('/samples/add-child', { parentSampleId: tube.id, type, count: 1 })).samples[0].id as string
  const [aliquot, deleted, extract] = [
    await addChild('PLASMA'),
    await addChild('PLASMA'),
    await addChild('DNA'),
  ]
  if (isOld) {
    await unaudited(lab.db, (trx) => sql`update sample set thaws_with_parent = null`.execute(trx))
  }
  const { deletionId } = await post(`/samples/delete?id=${deleted}`, { reason: 'spilled' })
  await post('/samples/update', { id: tube.id, type: 'SERUM' })
  await post('/subjects/erase', { subjectId: 'P-0001', reason: 'withdrew consent', samples: 'keep' })
  expect(await thawCountsOf([tube.id, aliquot, extract])).toEqual([1, 1, 0])
  expect((await undo([eventId])).statusCode).toBe(200)
  await post('/deletions/undo', { deletionId })
  expect(await thawCountsOf([tube.id, aliquot, deleted, extract])).toEqual([0, 0, 0, 0])
})
