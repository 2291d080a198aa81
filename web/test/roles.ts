import { type Me, peopleApi } from '@lims/contract/people.ts'
import { type Role, roles } from '@lims/contract/permissions.ts'
import { serverAnswers } from './server.ts'

const person = { id: 'ada', name: 'Ada Lindqvist', email: 'ada@brain.example' }

/** Who is signed in while roles are on. */
export const aMe = (role: Role): Me => ({
  person,
  rolesOn: true,
  role,
  permissions: [...roles[role].permissions],
  administrators: ['Chiara Rossi'],
  timeZone: null,
})

/** Roles are on, and the person has this one. Returns the requests so far. */
export const roleIs = (role: Role) => serverAnswers(peopleApi.me, aMe(role))
