import type { Sample } from '@lims/contract/samples.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countQueries } from '../../test/count-queries.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { unaudited } from '../../test/unaudited.ts'
import { updateSample } from './update-sample.ts'

const lab = await openLab()

async function family(more: { subject_id?: string; site_id?: string } = {}) {
  const parent = await lab.addSample({ name: 'NB-1', ...more })
  const body = { parentSampleId: parent.id, count: 3, type: 'DNA' }
  const children: Sample[] = (await lab.post('/samples/add-child', body)).json().samples
  return { parent, ids: children.map(({ id }) => id) }
}
const subjectsOf = async (sampleId: string) =>
  (await lab.get('/samples/children', { sampleId }))
    .json()
    .children.map(({ subjectId, version }: Sample) => [subjectId, version])

test('a corrected subject goes to the children that have the former one, if this is wished, each with its audit event', async () => {
  const { parent, ids } = await family({ subject_id: 'P001', site_id: 'LUND' })
  await lab.post('/samples/update', { id: ids[1], subjectId: 'P009' })
  const reply = await lab.post('/samples/update', {
    id: parent.id,
    subjectId: 'P002',
    visitId: 'V2',
    notes: 'corrected',
    alsoChildren: true,
  })
  expect(reply.json()).toMatchObject({ success: true, sample: { subjectId: 'P002', visitId: 'V2' } })
  const { children } = (await lab.get('/samples/children', { sampleId: parent.id })).json()
  expect(children).toMatchObject([
    { subjectId: 'P002', siteId: 'LUND', visitId: 'V2', notes: '', version: 2 },
    { subjectId: 'P009', siteId: 'LUND', visitId: 'V2', notes: '', version: 3 },
    { subjectId: 'P002', siteId: 'LUND', visitId: 'V2', notes: '', version: 2 },
  ])
  const events = await lab.db
    .selectFrom('audit_event')
    .select(['before', 'after'])
    .where('entity_id', 'in', ids.slice(1))
    .where('action', '=', 'sample.update')
    .orderBy('id')
    .execute()
  expect(events.slice(1)).toEqual([
    { before: { visitId: null }, after: { visitId: 'V2', version: 3 } },
    { before: { subjectId: 'P001', visitId: null }, after: { subjectId: 'P002', visitId: 'V2', version: 2 } },
  ])
})

test('the queries of a change do not grow with the number of children', async () => {
  const change = async (children: number) => {
    const { id } = await lab.addSample({ name: `NB of ${children}` })
    await lab.post('/samples/add-child', { parentSampleId: id, count: children, type: 'DNA' })
    const body = { id, subjectId: 'P001', alsoChildren: true }
    return countQueries(lab.db, (trx) => updateSample(trx, body, { userId: 'ada', at: testNow }))
  }
  expect(await change(40)).toBe(await change(2))
})

test('a subject that is entered later goes to the children without one', async () => {
  const { parent } = await family()
  await lab.post('/samples/update', { id: parent.id, subjectId: 'P001', alsoChildren: true })
  expect(await subjectsOf(parent.id)).toEqual([
    ['P001', 2],
    ['P001', 2],
    ['P001', 2],
  ])
})

test('without the wish, or without a change of subject, site or visit, the children stay as they are', async () => {
  const { parent } = await family({ subject_id: 'P001' })
  await lab.post('/samples/update', { id: parent.id, subjectId: 'P002' })
  await lab.post('/samples/update', { id: parent.id, subjectId: 'P002', name: 'NB-2', alsoChildren: true })
  expect(await subjectsOf(parent.id)).toEqual([
    ['P001', 1],
    ['P001', 1],
    ['P001', 1],
  ])
})

test('who may not see subjects cannot change that of the children either', async () => {
  const { parent } = await family({ subject_id: 'P001' })
  await turnOnRoles(lab)
  const body = { id: parent.id, subjectId: 'P002', alsoChildren: true }
  expect((await lab.post('/samples/update', body, await signInAs(lab, 'bench'))).statusCode).toBe(403)
  expect((await subjectsOf(parent.id))[0]).toEqual(['P001', 1])
})

test('a child that somebody changes at the same time keeps that change', async () => {
  const { parent, ids } = await family({ subject_id: 'P001' })
  const replies = await overlap(lab.db, [
    () => lab.post('/samples/update', { id: ids[0], subjectId: 'P009' }),
    () => lab.post('/samples/update', { id: parent.id, subjectId: 'P002', alsoChildren: true }),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await subjectsOf(parent.id)).toEqual([
    ['P009', 2],
    ['P002', 2],
    ['P002', 2],
  ])
})

test('a field of many samples goes to their children that have the former one too, if this is wished, with one undo', async () => {
  const [one, two] = [await family({ subject_id: 'P001' }), await family({ subject_id: 'P002' })]
  await lab.post('/samples/update', { id: one.ids[0], subjectId: 'P009' })
  const chosen = [one.parent.id, two.parent.id, two.ids[0]]
  const edit = (more: object = {}) =>
    lab.post('/samples/edit-field', {
      ...{ field: 'subjectId', sampleIds: chosen, versions: [1, 1, 1], values: ['P003', 'P004', 'P005'] },
      ...more,
    })
  const { count, undo } = (await edit({ alsoChildren: true })).json()
  expect(count).toBe(7)
  expect(await subjectsOf(one.parent.id)).toEqual([
    ['P009', 2],
    ['P003', 2],
    ['P003', 2],
  ])
  expect(await subjectsOf(two.parent.id)).toEqual([
    ['P005', 2],
    ['P004', 2],
    ['P004', 2],
  ])
  expect((await lab.post('/samples/edit-field', undo)).json()).toMatchObject({ count: 7 })
  expect((await subjectsOf(two.parent.id)).map(([subject]: [string]) => subject)).toEqual([
    'P002',
    'P002',
    'P002',
  ])

  const versions = [3, 3, 3]
  expect((await edit({ versions })).json()).toMatchObject({ count: 3 })
  expect((await subjectsOf(two.parent.id)).map(([subject]: [string]) => subject)).toEqual([
    'P005',
    'P002',
    'P002',
  ])
})

test.each([true, false])(
  'the undo of a field also changes children that were created since, which have copied it (also children: %s)',
  async (alsoChildren) => {
    const { parent, ids } = await family({ subject_id: 'P001' })
    await lab.post('/samples/update', { id: ids[0], subjectId: 'P002' })
    const edited = {
      field: 'subjectId',
      sampleIds: [parent.id],
      versions: [1],
      values: ['P002'],
      alsoChildren,
    }
    const { undo } = (await lab.post('/samples/edit-field', edited)).json()
    lab.setNow(minutesLater(1))
    const created = { parentSampleId: parent.id, count: 1, type: 'PLASMA' }
    expect((await lab.post('/samples/add-child', created)).json().samples[0].subjectId).toBe('P002')
    const { statusCode } = await lab.post('/samples/edit-field', undo)
    expect(statusCode).toBe(200)
    const subjects = (await subjectsOf(parent.id)).map(([subject]: [string]) => subject)
    expect(subjects).toEqual(['P002', 'P001', 'P001', 'P001'])
  },
)

test('without the wish, children that were created since the parent last changed stay as they are too', async () => {
  const { id } = await lab.addSample({ name: 'NB-1', subject_id: 'P001' })
  lab.setNow(minutesLater(1))
  await lab.post('/samples/add-child', { parentSampleId: id, count: 1, type: 'PLASMA' })
  const edited = { field: 'subjectId', sampleIds: [id], versions: [1], values: ['P002'] }
  expect((await lab.post('/samples/edit-field', edited)).json()).toMatchObject({ count: 1 })
  expect(await subjectsOf(id)).toEqual([['P001', 1]])
})

test('children that are created at the same time get the new value of their parent too', async () => {
  const { parent } = await family({ subject_id: 'P001' })
  const edited = { field: 'subjectId', sampleIds: [parent.id], versions: [1], values: ['P002'] }
  const replies = await overlap(lab.db, [
    () => lab.post('/samples/add-child', { parentSampleId: parent.id, count: 1, type: 'PLASMA' }),
    () => lab.post('/samples/edit-field', { ...edited, alsoChildren: true }),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const subjects = (await subjectsOf(parent.id)).map(([subject]: [string]) => subject)
  expect(subjects).toEqual(['P002', 'P002', 'P002', 'P002'])
})

test.each([60_000, 0])(
  'a child whose creation waited for an edit of its parent, made %i ms later, gets the former subject back with its undo',
  async (laterByMs) => {
    const { parent } = await family({ subject_id: 'P001' })
    const edited = { field: 'subjectId', sampleIds: [parent.id], versions: [1], values: ['P002'] }
    const [edit, created] = await overlap(lab.db, [
      () => {
        lab.setNow(new Date(testNow.getTime() + laterByMs))
        return lab.post('/samples/edit-field', edited)
      },
      () => {
        lab.setNow(testNow)
        return lab.post('/samples/add-child', { parentSampleId: parent.id, count: 1, type: 'PLASMA' })
      },
    ])
    expect(created?.json().samples[0]).toMatchObject({ subjectId: 'P002' })
    lab.setNow(minutesLater(2))
    expect((await lab.post('/samples/edit-field', edit?.json().undo)).json()).toMatchObject({ count: 2 })
    const subjects = (await subjectsOf(parent.id)).map(([subject]: [string]) => subject)
    expect(subjects).toEqual(['P001', 'P001', 'P001', 'P001'])
  },
)

test('a child that somebody changes while many samples change keeps that change', async () => {
  const { parent, ids } = await family({ subject_id: 'P001' })
  const edited = { field: 'subjectId', sampleIds: [parent.id], versions: [1], values: ['P002'] }
  const replies = await overlap(lab.db, [
    () => lab.post('/samples/update', { id: ids[0], subjectId: 'P009' }),
    () => lab.post('/samples/edit-field', { ...edited, alsoChildren: true }),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await subjectsOf(parent.id)).toEqual([
    ['P009', 2],
    ['P002', 2],
    ['P002', 2],
  ])
})

test('a field that children do not inherit stays theirs, whatever is wished', async () => {
  const { id } = await lab.addSample({ name: 'NB-1', type: 'DNA' })
  await lab.post('/samples/add-child', { parentSampleId: id, count: 1, type: 'DNA' })
  const edited = { field: 'type', sampleIds: [id], versions: [1], values: ['CSF'], alsoChildren: true }
  expect((await lab.post('/samples/edit-field', edited)).json()).toMatchObject({ count: 1 })
  const { children } = (await lab.get('/samples/children', { sampleId: id })).json()
  expect(children).toMatchObject([{ type: 'DNA', version: 1 }])
})

test('more than 20,000 samples do not change together with their children', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  await unaudited(lab.db, (trx) =>
    sql`
      insert into sample (name, type, batch_id, parent_sample_id, created_at, created_by, updated_at)
      select 'NB-1-' || n, 'DNA', batch_id, id, created_at, created_by, updated_at
      from sample, generate_series(1, 20000) n where id = ${id}
    `.execute(trx),
  )
  const edited = { field: 'visitId', sampleIds: [id], versions: [1], values: ['V2'], alsoChildren: true }
  const refused = await lab.post('/samples/edit-field', edited)
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    {
      code: 'too-many-samples',
      message:
        'These are 20,001 samples with their children; at most 20,000 are changed together. Nothing was saved.',
    },
  ])
  await unaudited(lab.db, (trx) => trx.deleteFrom('sample').where('name', '=', 'NB-1-1').execute())
  expect((await lab.post('/samples/edit-field', edited)).json()).toMatchObject({ count: 20_000 })
})

test('a change of many samples waits for nobody who holds a child that stays as it is', async () => {
  const { parent, ids } = await family({ subject_id: 'P001' })
  await lab.post('/samples/update', { id: ids[0], subjectId: 'P009' })
  await lab.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sample').select('id').where('id', '=', `${ids[0]}`).forUpdate().execute()
    const edited = { field: 'subjectId', sampleIds: [parent.id], versions: [1], values: ['P002'] }
    const reply = await lab.post('/samples/edit-field', { ...edited, alsoChildren: true })
    expect(reply.json()).toMatchObject({ count: 3 })
  })
})
