import { peopleApi } from '@lims/contract/people.ts'
import { permissions } from '@lims/contract/permissions.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { read, write } from '../http/endpoints.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import { withReason } from '../sessions/with-reason.ts'
import { createServiceAccount } from './create-service-account.ts'
import { deactivatePerson } from './deactivate-person.ts'
import { endSessions } from './end-sessions.ts'
import { findRolesOnSince, getNameAndEmail, listPeople } from './people-queries.ts'
import { getPerson } from './person-rules.ts'
import { reactivatePerson } from './reactivate-person.ts'
import { setRole } from './set-role.ts'
import { turnOnRoles } from './turn-on-roles.ts'

const success = true as const

export function peopleRoutes(
  app: FastifyInstance,
  { access, laboratoryTime }: Pick<Config, 'access' | 'laboratoryTime'>,
) {
  // Other servers forget through a notification of the database.
  const forgetSessions = () => app.sessions.forget()
  const changed = async (db: Db, personId: string, { at: now }: SignedInActor) => ({
    success,
    person: await getPerson(db, personId, { access, now }),
  })

  read(app, peopleApi.me, async (db, { actor }) => {
    const [person, administrators] = await Promise.all([
      getNameAndEmail(db, actor.userId),
      app.sessions.listAdministrators(db),
    ])
    const { rolesOn, role } = actor.access
    return {
      person,
      rolesOn,
      role,
      permissions: permissions.filter((permission) => actor.access.permissions.has(permission)),
      administrators,
      timeZone: laboratoryTime.name ?? null,
    }
  })

  read(app, peopleApi.list, async (db, { actor }) => {
    const [people, since] = await Promise.all([listPeople(db, access, actor.at), findRolesOnSince(db)])
    return { rolesOn: actor.access.rolesOn, rolesOnSince: since?.toISOString() ?? null, people }
  })

  write(app, peopleApi.turnOnRoles, async (trx, { actor, afterCommit }) => {
    await turnOnRoles(trx, actor, access)
    afterCommit(forgetSessions)
    return { success }
  })

  write(app, peopleApi.setRole, async (trx, { body, actor, afterCommit }) => {
    await setRole(trx, body, { actor: withReason(actor, body.reason), access })
    afterCommit(forgetSessions)
    return changed(trx, body.personId, actor)
  })

  write(app, peopleApi.deactivate, async (trx, { body, actor, afterCommit }) => {
    await deactivatePerson(trx, body.personId, { actor: withReason(actor, body.reason), access })
    afterCommit(forgetSessions)
    return changed(trx, body.personId, actor)
  })

  write(app, peopleApi.reactivate, async (trx, { body, actor, afterCommit }) => {
    await reactivatePerson(trx, body.personId, withReason(actor, body.reason))
    afterCommit(forgetSessions)
    return changed(trx, body.personId, actor)
  })

  write(app, peopleApi.endSessions, async (trx, { body, actor, afterCommit }) => {
    const numSessions = await endSessions(trx, body.personId, actor)
    afterCommit(forgetSessions)
    return { success, numSessions }
  })

  write(app, peopleApi.createService, async (trx, { body, actor }) =>
    changed(trx, await createServiceAccount(trx, body.name, actor), actor),
  )
}
