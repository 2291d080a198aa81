import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { overlap } from '../../test/overlap.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { unaudited } from '../../test/unaudited.ts'
import type { Transaction } from '../db/database.ts'

const lab = await openLab()
const view = { name: 'To send to C2N', search: 'status=QC_PASS&sort=place', columns: ['status', 'place'] }
const save = (body: object, token = lab.token()) => lab.post('/views/save', body, token)
const setViewSearch = (trx: Transaction, search: string) =>
  trx.updateTable('saved_view').set({ search }).execute()
const list = async (token = lab.token()) => (await lab.get('/views/list', {}, token)).json().views

test('a saved view brings back filters, order and columns', async () => {
  const saved = (await save(view)).json().view
  expect(await list()).toEqual([
    { ...view, id: saved.id, isShared: false, isOwn: true, ownerName: 'Ada Lindqvist' },
  ])
})

test('saving under the same name, in any case, replaces the view', async () => {
  await save(view)
  await save({ ...view, name: 'to send to c2n', search: 'status=RECEIVED' })
  const views = await list()
  expect(views).toHaveLength(1)
  expect(views[0]).toMatchObject({ name: 'to send to c2n', search: 'status=RECEIVED' })
})

test('others see a view only while it is shared, and can neither replace nor delete it', async () => {
  const { id } = (await save(view)).json().view
  const bo = await lab.signIn('bo', 'Bo Chen')
  expect(await list(bo)).toEqual([])

  await save({ ...view, isShared: true })
  expect(await list(bo)).toMatchObject([{ id, isShared: true, isOwn: false, ownerName: 'Ada Lindqvist' }])
  expect((await lab.post('/views/delete', { id }, bo)).json()).toEqual({
    code: 'view-not-found',
    message: 'View not found',
  })
  await save({ ...view, search: 'status=UNKNOWN' }, bo)
  expect((await list()).map(({ search }: { search: string }) => search)).toEqual([view.search])
})

test('who may not see subjects is not shown the views of others that name one', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'bench', 'bo')
  await save({ ...view, isShared: true })
  for (const filter of ['subjectId', 'siteId', 'query', 'subject%49d', 'subject_id', 'site__Id']) {
    await save({ name: filter, search: `status=QC_PASS&${filter}=X9`, isShared: true })
  }
  for (const sort of ['subject', '-site']) await save({ name: sort, search: `sort=${sort}`, isShared: true })
  expect((await list(bo)).map(({ name }: { name: string }) => name)).toEqual([view.name])
})

test('filters and order of a view are read as the list reads them, with the names of the page', async () => {
  const search =
    'subject_id=P%201&has_place=no&hasPlace=yes&created_from=2026-11-20T00%3A00%3A00Z&page_size=50&page=2'
  expect((await save({ ...view, search })).json().view.search).toBe(
    'subjectId=P+1&hasPlace=yes&createdFrom=2026-11-20T00%3A00%3A00.000Z',
  )
})

test('the values of a view are those of the page, also if an earlier version has saved others', async () => {
  const given =
    'sort=place&status=QC_PASS, RECEIVED&storageId=007&createdFrom=2026-11-20T01:00:00%2B01:00&siteId='
  const spelled = 'sort=place&status=RECEIVED%2CQC_PASS&storageId=7&createdFrom=2026-11-20T00%3A00%3A00.000Z'
  expect((await save({ ...view, search: given })).json().view.search).toBe(spelled)
  await unaudited(lab.db, (trx) => setViewSearch(trx, given))
  expect(await list()).toMatchObject([{ search: spelled }])
})

test.each([
  ['statsu=QC_PASS', "search: Unknown parameter 'statsu'"],
  // No filter of the page, which would show all samples.
  ['name=NB', "search: Unknown parameter 'name'"],
  ['__proto__=1', "search: Unknown parameter 'Proto__'"],
  ['status=PASSED', "search: sample status validation failed: 'PASSED' is not a status"],
  ['status=QC_PASS&status=QC_FAIL', 'search: status: expected string, received array'],
  ['changed_by=ada', 'search: changedBy can only be used together with change'],
])('a view with %s is refused, as the list of samples is', async (search, message) => {
  const reply = await save({ ...view, search })
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    { code: 'request-invalid', message: expect.stringMatching(message), field: 'search' },
  ])
  expect(await list()).toEqual([])
})

test('a view that was deleted before names were read is brought back with the names of the page', async () => {
  await turnOnRoles(lab)
  const { id } = (await save({ ...view, isShared: true })).json().view
  await unaudited(lab.db, (trx) => setViewSearch(trx, 'subject_id=P001&statsu=QC_PASS'))
  await lab.post('/views/delete', { id })
  expect(await undoDelete(id)).toEqual([200, { success: true }])
  expect(await list()).toMatchObject([{ id, search: 'subjectId=P001&statsu=QC_PASS' }])
  expect(await list(await signInAs(lab, 'bench', 'bo'))).toEqual([])
})

test('who may not see subjects is not shown a view that a server of an earlier version has saved', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'bench', 'bo')
  for (const search of ['subject_id=P001', 'status=QC_PASS&site__Id=X9']) {
    await save({ ...view, isShared: true })
    await unaudited(lab.db, (trx) => setViewSearch(trx, search))
    expect(await list(bo), search).toEqual([])
  }
})

test('who may not see subjects any more is shown no own view that names one, but those of texts', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'study-lead', 'bo')
  const { token } = await apiTokens(lab).create({ permissions: ['sample.read'] }, bo)
  for (const search of ['status=QC_PASS', 'subjectId=X9', 'siteId=X9', 'query=X9', 'sort=-subject']) {
    await save({ name: search, search }, bo)
  }
  const names = async (caller: string) => (await list(caller)).map(({ name }: { name: string }) => name)
  expect(await names(bo)).toEqual([
    'query=X9',
    'siteId=X9',
    'sort=-subject',
    'status=QC_PASS',
    'subjectId=X9',
  ])
  // A token may be in the hands of somebody else, and a text may be a subject.
  expect(await names(token)).toEqual(['status=QC_PASS'])
  await signInAs(lab, 'bench', 'bo')
  expect(await names(bo)).toEqual(['query=X9', 'status=QC_PASS'])
})

test('an API token that only sees samples saves and deletes no view of its owner', async () => {
  const { id } = (await save({ ...view, isShared: true })).json().view
  const tokens = apiTokens(lab)
  const { token: reader } = await tokens.create({ permissions: ['sample.read'] })
  const replaced = { ...view, search: 'status=QC_FAIL', isShared: true }
  expect((await save(replaced, reader)).json().code).toBe('permission-denied')
  expect((await lab.post('/views/delete', { id }, reader)).json().code).toBe('permission-denied')
  expect(await list(reader)).toMatchObject([{ id, search: view.search }])
  const { token: editor } = await tokens.create({ permissions: ['sample.edit'] })
  expect((await save(replaced, editor)).statusCode).toBe(200)
})

test('a deleted view is gone, and deleting it again is refused', async () => {
  const { id } = (await save(view)).json().view
  expect((await lab.post('/views/delete', { id })).statusCode).toBe(200)
  expect(await list()).toEqual([])
  expect((await lab.post('/views/delete', { id })).statusCode).toBe(404)
})

const undoDelete = async (id: string, token = lab.token()) => {
  const reply = await lab.post('/views/undo-delete', { id }, token)
  return [reply.statusCode, reply.json()]
}
const notFound = { code: 'view-not-found', message: 'View not found' }

test('the deletion of an own view can be undone once, and that of another person not at all', async () => {
  const { id } = (await save({ ...view, isShared: true })).json().view
  expect(await undoDelete(id)).toEqual([404, notFound])
  await lab.post('/views/delete', { id })
  expect(await undoDelete(id, await lab.signIn('bo', 'Bo Chen'))).toEqual([404, notFound])
  const back = { ...view, id, isShared: true, isOwn: true, ownerName: 'Ada Lindqvist' }
  expect(await undoDelete(id)).toEqual([200, { success: true }])
  expect(await list()).toEqual([back])
  expect(await undoDelete(id)).toEqual([404, notFound])
})

test('undo of the deletion of a view replaces no view that was saved under its name since', async () => {
  const { id } = (await save({ ...view, columns: null })).json().view
  await lab.post('/views/delete', { id })
  const better = { ...view, name: 'to send to c2n', search: 'status=RECEIVED' }
  const { id: newer } = (await save(better)).json().view
  expect(await undoDelete(id)).toEqual([
    409,
    {
      code: 'view-name-taken',
      message: "You have saved another view named 'To send to C2N' since. It was not replaced.",
    },
  ])
  expect(await list()).toMatchObject([{ ...better, id: newer }])
  await lab.post('/views/delete', { id: newer })
  expect(await undoDelete(id)).toEqual([200, { success: true }])
  expect(await list()).toMatchObject([{ id, columns: null }])
})

test('a deleted view that named a subject is not brought back once the subject is erased', async () => {
  await turnOnRoles(lab)
  await lab.addSample({ subject_id: 'P001' })
  const { id } = (await save({ ...view, search: 'subjectId=P001' })).json().view
  await lab.post('/views/delete', { id })
  await ok(
    lab.post('/subjects/erase', {
      subjectId: 'P001',
      reason: 'withdrawal of consent',
      samples: 'keep',
    }),
  )
  expect(await undoDelete(id)).toEqual([
    404,
    { code: 'view-not-found', message: 'The view named a subject who was erased since.' },
  ])
  expect(await list()).toEqual([])
})

test('a person has at most 100 views', async () => {
  for (let number = 1; number <= 100; number++) {
    expect((await save({ ...view, name: `View ${number}` })).statusCode).toBe(200)
  }
  expect((await save({ ...view, name: 'One more' })).json().message).toBe(
    'You have 100 saved views. Delete one first.',
  )
  expect((await save({ ...view, name: 'VIEW 7' })).statusCode).toBe(200)
})

test('of saves at the same moment only as many succeed as are left of the 100', async () => {
  for (let number = 1; number <= 98; number++) await save({ ...view, name: `View ${number}` })
  const replies = await overlap(
    lab.db,
    [99, 100, 101, 102].map((number) => () => save({ ...view, name: `View ${number}` })),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 400, 400])
  expect(await list()).toHaveLength(100)
})

test('of ten saves of one name at once one view remains', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => save(view)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
  expect(await list()).toHaveLength(1)
})
