import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const far = ['-9007199254740991', '-2147483649', '2147483648', '9007199254740991', '1e308', 'NaN']
const notFound = [400, 404]

test.each(far)('A8 the storage id %s is treated as not found by every call', async (id) => {
  for (const path of ['/storage/get', '/storage/children', '/storage/occupancy', '/storage/hierarchy']) {
    expect(notFound, path).toContain(
      (await lab.get(path, path === '/storage/get' ? { id } : { storageId: id })).statusCode,
    )
  }
  const { id: sampleId } = await lab.addSample()
  const place = { sampleId, storageId: Number(id), rowCoordinate: 1, columnCoordinate: 1 }
  expect(notFound).toContain((await lab.post('/samples/associate', place)).statusCode)
})

test.each([-1, 2_147_483_648, -2_147_483_649, 2 ** 53 - 1, 0.5])(
  'A8 a version of %d is refused by name',
  async (version) => {
    const { id, batch_id } = await lab.addSample()
    const replies = [
      await lab.post('/samples/update', { id, version }),
      await lab.post('/batches/update', { id: batch_id, version }),
      await lab.post('/storage/update', { id: 1, version }),
    ]
    for (const reply of replies) {
      expect(reply.statusCode).toBe(400)
      expect(reply.json().field).toBe('version')
    }
  },
)

test.each(['0020-02-29T00:00:00Z', '1899-12-31T23:59:59Z', '2201-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
  'A8 the time %s is refused by name',
  async (at) => {
    const replies = {
      weekStart: await lab.get('/stats/overview', { weekStart: at }),
      waitingSince: await lab.get('/samples/list', { waitingSince: at }),
      reachedFrom: await lab.get('/samples/list', { reached: 'RECEIVED', reachedFrom: at }),
      changedTo: await lab.get('/samples/tree', { change: 'sample.receive', changedTo: at }),
    }
    for (const [field, reply] of Object.entries(replies)) {
      expect(reply.statusCode, field).toBe(400)
      expect(reply.json().field).toBe(field)
    }
  },
)

test('A8 a time with an offset that the database does not know is read as the same instant', async () => {
  await lab.addSample()
  const reachedFrom = '2026-11-21T00:00:00+19:51'
  const reply = await lab.get('/samples/list', { reached: 'RECEIVED', reachedFrom })
  expect(reply.statusCode).toBe(200)
  expect((await lab.get('/samples/list', { waitingSince: reachedFrom })).statusCode).toBe(200)
})
