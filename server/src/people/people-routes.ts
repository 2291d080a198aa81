import { peopleApi } from '@lims/contract/people.ts'
import { permissions } from '@lims/contract/permissions.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { read, write } from '../http/endpoints.ts'
import { getPresentAccess, type SignedInActor } from '../sessions/require-sign-in.ts'
import { withReason } from '../sessions/with-reason.ts'
import { createServiceAccount } from './create-service-account.ts'
import { deactivatePerson } from './deactivate-person.ts'
import { endSessions } from './end-sessions.ts'
import { findRolesOnSince, getNameAndEmail, listPeople } from './people-queries.ts'
import { getPerson } from './person-rules.ts'
import { reactivatePerson } from './reactivate-person.ts'
import { setRole } from './set-role.ts'
import { turnOnRoles } from './turn-on-roles.ts'

export function peopleRoutes(
  app: FastifyInstance,
  { access, laboratoryTime }: Pick<Config, 'access' | 'laboratoryTime'>,
) {
  const { sessions } = app
  // Other servers forget through a notification of the database.
  const forgetSessions = () => sessions.forget()
  const changed = async (db: Db, personId: string, { at: now }: SignedInActor) => ({
    ...succeeded,
    person: await getPerson(db, personId, { access, now }),
  })

  read(app, peopleApi.me, async (db, { actor }) => {
    const [person, administrators, caller] = await Promise.all([
      getNameAndEmail(db, actor.userId),
      sessions.listAdministrators(db),
      // Pages keep it until they are notified of a change, which this server may learn of after another.
      getPresentAccess(db, { actor, sessions }),
    ])
    return {
      person,
      rolesOn: caller.rolesOn,
      role: caller.role,
      permissions: permissions.filter((permission) => caller.permissions.has(permission)),
      administrators,
      timeZone: laboratoryTime.name ?? null,
    }
  })

  read(app, peopleApi.list, async (db, { actor }) => {
    const [people, since] = await Promise.all([listPeople(db, access, actor.at), findRolesOnSince(db)])
    return { rolesOn: actor.access.rolesOn, rolesOnSince: since?.toISOString() ?? null, people }
  })

  write(app, peopleApi.turnOnRoles, async (trx, { actor, afterCommit }) => {
    await turnOnRoles(trx, { actor, sessions }, access)
    afterCommit(forgetSessions)
    return succeeded
  })

  write(app, peopleApi.setRole, async (trx, { body, actor, afterCommit }) => {
    await setRole(trx, body, { actor: withReason(actor, body.reason), sessions, access })
    afterCommit(forgetSessions)
    return changed(trx, body.personId, actor)
  })

  write(app, peopleApi.deactivate, async (trx, { body, actor, afterCommit }) => {
    await deactivatePerson(trx, body.personId, { actor: withReason(actor, body.reason), sessions, access })
    afterCommit(forgetSessions)
    return changed(trx, body.personId, actor)
  })

  write(app, peopleApi.reactivate, async (trx, { body, actor, afterCommit }) => {
    await reactivatePerson(trx, body.personId, { actor: withReason(actor, body.reason), sessions })
    afterCommit(forgetSessions)
    return changed(trx, body.personId, actor)
  })

  write(app, peopleApi.endSessions, async (trx, { body, actor, afterCommit }) => {
    const numSessions = await endSessions(trx, body.personId, { actor, sessions })
    afterCommit(forgetSessions)
    return { ...succeeded, numSessions }
  })

  write(app, peopleApi.createService, async (trx, { body, actor }) =>
    changed(trx, await createServiceAccount(trx, body.name, { actor, sessions }), actor),
  )
}
