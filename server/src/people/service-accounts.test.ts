import type { Person } from '@lims/contract/people.ts'
import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { turnOnRoles } from '../../test/people.ts'

const lab = await openLab()
const reason = 'as agreed'
const me = async (token: string) => ok(lab.get('/auth/me', {}, token))
const people = async (): Promise<Record<string, Person>> => {
  const { people: all } = await ok(lab.get('/people/list'))
  return Object.fromEntries(all.map((person: Person) => [person.id, person]))
}

test('a service account belongs to who creates it, and has no role', async () => {
  await turnOnRoles(lab)
  const { person } = await ok(lab.post('/people/create-service', { name: ' Rack reader ' }))
  expect(person).toMatchObject({
    name: 'Rack reader',
    email: '',
    role: null,
    lastSignedInAt: null,
    owner: { id: 'ada', name: 'Ada Lindqvist' },
  })
  expect(await people()).toMatchObject({ [person.id]: { id: person.id } })
  const given = await lab.post('/people/set-role', { personId: person.id, role: 'bench', reason })
  expect(given.json()).toMatchObject({ code: 'request-invalid', field: 'personId' })
  await ok(lab.post('/people/deactivate', { personId: person.id, reason }))
})

test('a service account says who owns it, and what it makes belongs to the same owner', async () => {
  await turnOnRoles(lab)
  const { person: robot } = await ok(lab.post('/people/create-service', { name: 'Robot' }))
  const { token } = await apiTokens(lab).create({ personId: robot.id })
  expect(await me(token)).toMatchObject({ person: { id: robot.id, name: 'Robot', email: '' } })
  expect((await people())[robot.id]).toMatchObject({ tokens: 1 })
  const { person } = await ok(lab.post('/people/create-service', { name: 'Second' }, token))
  expect(person.owner).toEqual({ id: 'ada', name: 'Ada Lindqvist' })
  const { events } = await ok(lab.get('/audit/list', { entityType: 'person', entityId: person.id }))
  expect(events).toMatchObject([{ person: { id: robot.id }, after: { name: 'Second', ownerId: 'ada' } }])
  await ok(lab.post('/people/deactivate', { personId: robot.id, reason }))
  expect((await lab.get('/auth/me', {}, token)).statusCode).toBe(401)
})
