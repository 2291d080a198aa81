import { maxViewsPerPerson, type SavedView } from '@lims/contract/views.ts'
import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { auditEventsOf } from '../../test/audit-events.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'

const lab = await openLab()
const view = { name: 'To send to C2N', search: 'status=QC_PASS&sort=place', columns: ['status', 'place'] }
const reason = 'has left'
const save = async (body: object, token?: string) =>
  (await ok<{ view: SavedView }>(lab.post('/views/save', { ...view, ...body }, token))).view
const list = async (token?: string) =>
  (await lab.get('/views/list', {}, token)).json<{ views: SavedView[] }>().views
const send = async (path: string, id: string, token?: string) => {
  const reply = await lab.post(path, { id }, token)
  return [reply.statusCode, reply.json().message]
}

test('the shared views of a deactivated person are listed to nobody until they are reactivated', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
  const tokens = apiTokens(lab)
  await tokens.addServiceAccount('arm', 'bo')
  const { token: arm } = await tokens.create({ personId: 'arm' }, bo)
  await save({ isShared: true }, bo)
  await save({ name: 'Of the robot', isShared: true }, arm)
  await save({ name: 'Of Ada', isShared: true })
  const names = async () => (await list()).map(({ name }) => name)
  expect(await names()).toEqual(['Of Ada', 'Of the robot', view.name])

  await lab.post('/people/deactivate', { personId: 'bo', reason })
  expect(await names()).toEqual(['Of Ada'])
  await lab.post('/people/reactivate', { personId: 'bo', reason: 'is back' })
  expect(await names()).toEqual(['Of Ada', 'Of the robot', view.name])
})

test('an administrator deletes the shared view of another person, and may undo that', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'bench', 'bo', 'Bo Chen')
  const shared = await save({ isShared: true }, bo)

  expect(await send('/views/delete', shared.id)).toEqual([200, undefined])
  expect([await list(), await list(bo)]).toEqual([[], []])
  const { columns, name, search, isShared } = shared
  expect(await auditEventsOf(lab, 'view.delete')).toMatchObject([
    { person_id: 'ada', entity_id: shared.id, before: { name, search, columns, isShared, ownerId: 'bo' } },
  ])

  expect(await send('/views/undo-delete', shared.id, bo)).toEqual([404, 'View not found'])
  expect(await send('/views/undo-delete', shared.id)).toEqual([200, undefined])
  expect(await list(bo)).toEqual([shared])
  expect(await list()).toEqual([{ ...shared, isOwn: false }])
  expect(await send('/views/undo-delete', shared.id)).toEqual([404, 'View not found'])
})

test('an administrator deletes the shared view of a service account', async () => {
  await turnOnRoles(lab)
  const tokens = apiTokens(lab)
  await tokens.addServiceAccount('arm')
  const { token: arm } = await tokens.create({ personId: 'arm' })
  const { id } = await save({ isShared: true }, arm)
  expect(await send('/views/delete', id)).toEqual([200, undefined])
})

test('nobody deletes a view of another person that is not shared, or without the permission', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'study-lead', 'bo', 'Bo Chen')
  const { id: hidden } = await save({ name: 'Hidden' }, bo)
  const { id: ofAda } = await save({ isShared: true })
  const { token: editor } = await apiTokens(lab).create({ permissions: ['sample.read', 'sample.edit'] })
  const { id: shared } = await save({ name: 'Shared', isShared: true }, bo)
  expect(await send('/views/delete', hidden)).toEqual([404, 'View not found'])
  expect(await send('/views/delete', ofAda, bo)).toEqual([404, 'View not found'])
  expect(await send('/views/delete', shared, editor)).toEqual([404, 'View not found'])
})

test('an undone deletion replaces nothing that the owner has saved since', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'bench', 'bo', 'Bo Chen')
  const { id } = await save({ isShared: true }, bo)
  await send('/views/delete', id)
  await save({ search: 'status=RECEIVED' }, bo)
  const taken = "Bo Chen has saved another view named 'To send to C2N' since. It was not replaced."
  expect(await send('/views/undo-delete', id)).toEqual([409, taken])
  for (let number = 2; number <= maxViewsPerPerson; number++) await save({ name: `View ${number}` }, bo)
  await save({ name: 'View 2', isShared: true }, bo)
  const other = (await list())[0]?.id ?? ''
  await send('/views/delete', other)
  await save({ name: 'Another' }, bo)
  expect(await send('/views/undo-delete', other)).toEqual([400, 'Bo Chen has 100 saved views.'])
})

test('who is no administrator any more does not undo the deletion of a view of another person', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
  const { id } = await save({ isShared: true })
  await send('/views/delete', id, bo)
  await lab.post('/people/set-role', { personId: 'bo', role: 'bench', reason })
  expect(await send('/views/undo-delete', id, bo)).toEqual([404, 'View not found'])
})
