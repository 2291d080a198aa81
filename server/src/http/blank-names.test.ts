import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()

const zeroWidthSpace = '\u200b'
const softHyphen = '\u00ad'

test.each([
  ['/batches/add', 'name', { tubeType: 'EDTA', numSamples: 1 }],
  [
    '/batches/add-patient',
    'name',
    { description: 'd', numPatients: 1, tubeTypes: [{ tubeType: 'EDTA', count: 1 }] },
  ],
  ['/storage/add', 'alias', { type: 'BOX', parentID: 0, numberRows: 2, numberColumns: 2 }],
  ['/samples/add', 'name', { type: 'PLASMA', volume: 1 }],
  ['/picks/create', 'name', { codes: ['T0000001'] }],
  ['/custody/check-out', 'purpose', { identifiers: ['T0000001'] }],
])('%s refuses a %s that nobody can see as it refuses an empty one', async (path, field, others) => {
  const empty = await lab.post(path, { ...others, [field]: '' })
  expect(empty.json()).toMatchObject({ code: 'request-invalid' })
  for (const invisible of [zeroWidthSpace, softHyphen, ` ${softHyphen}\u2060`, '\u3164']) {
    const reply = await lab.post(path, { ...others, [field]: invisible })
    expect([reply.statusCode, reply.json()]).toEqual([400, empty.json()])
  }
})

test('a storage that has had such a name can be read, changed, and renamed', async () => {
  const { id, version } = (
    await lab.post('/storage/add', {
      alias: 'Box 1',
      type: 'BOX',
      parentID: 0,
      numberRows: 2,
      numberColumns: 2,
    })
  ).json().storage
  await unaudited(lab.db, (trx) =>
    sql`update storage set alias = ${zeroWidthSpace} where id = ${id}`.execute(trx),
  )
  expect((await lab.get('/storage/get', { id })).json().storage.alias).toBe(zeroWidthSpace)
  const larger = await lab.post('/storage/update', { id, numberRows: 3 })
  expect(larger.json(), `version ${version}`).toMatchObject({ success: true })
  const renamed = await lab.post('/storage/update', { id, alias: 'Box 2' })
  expect(renamed.json()).toMatchObject({ success: true })
})
