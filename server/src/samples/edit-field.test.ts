import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { contentsOf } from '../../test/contents.ts'
import { openLab } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'

const lab = await openLab()
const edit = (body: object) => lab.post('/samples/edit-field', body)
const sitesOf = async (ids: readonly string[]) =>
  (await lab.post('/samples/chosen', { sampleIds: ids }))
    .json()
    .samples.map(({ siteId }: { siteId: string | null }) => siteId)
async function addThree() {
  const batch_id = await lab.addBatch()
  const sites = ['Oslo', undefined, 'Bergen']
  const ids: string[] = []
  for (const site_id of sites) {
    const site = site_id ? { site_id } : {}
    ids.push((await lab.addSample({ name: `NB-${ids.length + 1}`, batch_id, ...site })).id)
  }
  return ids
}
const all = (sampleIds: readonly string[], value: unknown, field = 'siteId') => ({
  field,
  sampleIds,
  versions: sampleIds.map(() => 1),
  values: [value],
})

test('E5 one field of many samples is set in one step, and its undo brings back each old value', async () => {
  const ids = await addThree()
  const reply = await edit(all(ids, ' Oslo '))
  expect(reply.json()).toMatchObject({ success: true, count: 2 })
  expect(await sitesOf(ids)).toEqual(['Oslo', 'Oslo', 'Oslo'])
  const { undo } = reply.json()
  expect(undo).toEqual({
    field: 'siteId',
    sampleIds: ids.slice(1),
    versions: [2, 2],
    values: [null, 'Bergen'],
    alsoNewChildren: true,
  })
  const events = await auditEventsOf(lab, 'sample.update')
  expect(events.map(({ entity_id, before, after }) => [entity_id, before, after])).toEqual([
    [ids[1], { siteId: null }, { siteId: 'Oslo', version: 2 }],
    [ids[2], { siteId: 'Bergen' }, { siteId: 'Oslo', version: 2 }],
  ])
  expect((await edit(undo)).json().count).toBe(2)
  expect(await sitesOf(ids)).toEqual(['Oslo', null, 'Bergen'])
})

test.each([
  ['type', 'DNA'],
  ['volume', 0.25],
  ['subjectId', 'P007'],
  ['visitId', 'V2'],
])('E5 %s can be set on many samples', async (field, value) => {
  const ids = await addThree()
  expect((await edit(all(ids, value, field))).json().count).toBe(3)
  const { samples } = (await lab.post('/samples/chosen', { sampleIds: ids })).json()
  expect(samples.map((sample: Record<string, unknown>) => sample[field])).toEqual([value, value, value])
})

test('E5 a blank value clears an optional field', async () => {
  const ids = await addThree()
  expect((await edit(all(ids, ' '))).json().count).toBe(2)
  expect(await sitesOf(ids)).toEqual([null, null, null])
})

test.each([
  ['type', 'WINE', 'values'],
  ['volume', -1, 'values.0'],
  ['siteId', 'x'.repeat(61), 'values'],
  ['name', 'A', 'field'],
])('E5 a %s of %s is refused at its field', async (field, value, where) => {
  const reply = await edit(all(await addThree(), value, field))
  expect([reply.statusCode, reply.json().field]).toEqual([400, where])
})

test('E5 if one sample has changed since it was seen, nothing is saved, and the sentence says who', async () => {
  const ids = await addThree()
  const bo = await lab.signIn('bo', 'Bo Chen')
  await lab.post('/samples/update', { id: ids[2], siteId: 'Moss' }, bo)
  const before = await contentsOf(lab.db)
  const refused = await edit(all(ids, 'Oslo'))
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Not saved: Bo Chen changed siteId of NB-3.',
  ])
  expect(await contentsOf(lab.db)).toBe(before)
})

test('E5 a deleted sample, a repeated one, or a list of another length is refused', async () => {
  const [first = '', ...others] = await addThree()
  const gone = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'
  expect((await edit(all([first, gone], 'Oslo'))).json().message).toBe(
    'Sample not found: 1 of the samples does not exist any more. Nothing was saved.',
  )
  expect((await edit(all([first, first], 'Oslo'))).json().field).toBe('sampleIds')
  expect((await edit({ ...all([first, ...others], 'Oslo'), versions: [1] })).json().field).toBe('versions')
  expect((await edit({ ...all([first, ...others], 'a'), values: ['a', 'b'] })).json().field).toBe('values')
})

test('a field is not set on a sample that is named twice, and a value that all have changes nothing', async () => {
  const [id = '', other = ''] = await addThree()
  expect((await edit(all([id, other, id], 'Turku'))).json()).toEqual({
    code: 'request-invalid',
    message: 'sampleIds contains a sample twice',
    field: 'sampleIds',
  })
  expect((await edit(all([id], 'Oslo'))).json()).toEqual({ success: true, count: 0, undo: null })
  expect(await auditEventsOf(lab, 'sample.update')).toEqual([])
})

test('of several samples that were changed since, the first is named and the others are counted', async () => {
  const ids = await addThree()
  const bo = await lab.signIn('bo', 'Bo Chen')
  for (const [changed, more] of [
    [1, '1 other sample has'],
    [2, '2 other samples have'],
  ] as const) {
    for (const id of ids.slice(0, changed + 1)) await lab.post('/samples/update', { id, notes: more }, bo)
    const { code, message } = (await edit(all(ids, 'Turku'))).json()
    expect([code, message]).toEqual([
      'version-stale',
      `Not saved: Bo Chen changed notes of NB-1. ${more} changed too.`,
    ])
  }
  expect(await sitesOf(ids)).toEqual(['Oslo', null, 'Bergen'])
})

test('of two edits at once of one field of the same samples, the second is refused with the name of the first person', async () => {
  const ids = await addThree()
  const bo = await lab.signIn('bo', 'Bo Chen')
  const [first, second] = await overlap(lab.db, [
    () => lab.post('/samples/edit-field', all(ids, 'Turku'), bo),
    () => edit(all(ids.slice(1, 2), 'Oslo')),
  ])
  expect(first?.json().count).toBe(3)
  expect(second?.json()).toMatchObject({ message: 'Not saved: Bo Chen changed siteId of NB-2.' })
  expect(await sitesOf(ids)).toEqual(['Turku', 'Turku', 'Turku'])
})

test('what was changed before a person saw the sample is no reason to refuse, and is not named', async () => {
  const [id = ''] = await addThree()
  const bo = await lab.signIn('bo', 'Bo Chen')
  await lab.post('/samples/update', { id, siteId: 'Moss' }, bo)
  await lab.post('/samples/update', { id, notes: 'thawed' }, bo)
  const editOf = (version: number) => edit({ ...all([id], 'Oslo'), versions: [version] })
  expect((await editOf(2)).json().message).toBe('Not saved: Bo Chen changed notes of NB-1.')
  expect((await editOf(3)).json().count).toBe(1)
})
