import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab({ ADMIN_EMAILS: 'ada@brain.example', DEFAULT_ROLE: 'bench' })

const erase = (subjectId: string) =>
  ok(lab.post('/subjects/erase', { subjectId, reason: 'withdrew consent', samples: 'keep' }))

test('a request that was answered before an erasure is not executed again, and shows nothing', async () => {
  const { id } = await lab.addSample({ subject_id: 'S-9' })
  const body = { id, notes: 'clear' }
  const key = { 'idempotency-key': 'again' }
  expect((await lab.post('/samples/update', body, lab.token(), key)).statusCode).toBe(200)
  await erase('S-9')
  const again = await lab.post('/samples/update', body, lab.token(), key)
  const isErased = {
    code: 'idempotency-key-reused',
    message: 'A request with this Idempotency-Key was done before an erasure, which removed its reply.',
  }
  expect(again.json()).toEqual(isErased)
  const other = await lab.post('/samples/update', { id, notes: 'turbid' }, lab.token(), key)
  expect(other.json()).toEqual(isErased)
  const elsewhere = await lab.post(
    '/samples/add-child',
    { parentSampleId: id, type: 'DNA' },
    lab.token(),
    key,
  )
  expect(elsewhere.json().message).toBe('This Idempotency-Key was used for another request.')
})

test('an erasure empties the fingerprints by which a guess of the ID could be verified, and no others', async () => {
  const post = (key: string, path: string, body: object) =>
    ok(lab.post(path, body, lab.token(), { 'idempotency-key': key }))
  const [batchId, others] = [await lab.addBatch({ name: 'One' }), await lab.addBatch({ name: 'Two' })]
  const [third, fourth] = [await lab.addBatch({ name: 'Three' }), await lab.addBatch({ name: 'Four' })]
  const updated = await lab.addSample({ batch_id: batchId })
  const former = await lab.addSample({ batch_id: others })
  const other = await lab.addSample({ batch_id: others })
  const editOf = (id: string, value: string, version = 1) => ({
    field: 'subjectId',
    sampleIds: [id],
    versions: [version],
    values: [value],
  })
  const importOf = async (key: string, subject: string, target: string) => {
    const file = `Name,Subject ID\nX,${subject}\n`
    const { lines } = await importing(lab).apply(file, { columns: 'name,subjectId', batchId: target }, key)
    expect(lines.at(-1)).toMatchObject({ success: true })
  }
  await post('update', '/samples/update', { id: updated.id, subjectId: 'S-417' })
  await post('edit', '/samples/edit-field', editOf(former.id, 's-417'))
  await post('correction', '/samples/edit-field', editOf(former.id, 'S-500', 2))
  await post('edit without a change', '/samples/edit-field', editOf(updated.id, 'S-417', 2))
  await importOf('import', 'S-417', batchId)
  await importOf('import into a former batch', 'S-417', fourth)
  const { id: imported } = await lab.db
    .selectFrom('sample')
    .select('id')
    .where('batch_id', '=', fourth)
    .executeTakeFirstOrThrow()
  await post('move', '/samples/update', { id: imported, batchId: others })
  await post('edit of another', '/samples/edit-field', editOf(other.id, 'S-418'))
  await importOf('import of another', 'S-418', third)
  const kept = async () => {
    const rows = await lab.db
      .selectFrom('answered_request')
      .select('key')
      .where('fingerprint', '<>', '')
      .where('key', '<>', 'again')
      .orderBy('key')
      .execute()
    return rows.map(({ key }) => key)
  }
  expect(await kept()).toHaveLength(9)
  await erase('S-417')
  expect(await kept()).toEqual(['edit of another', 'import of another'])
})
