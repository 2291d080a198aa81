import { type Permission, permissions } from '@lims/contract/permissions.ts'
import type { FastifyInstance } from 'fastify'
import { limitAccess } from '../src/sessions/access.ts'

/** Takes one permission from a person, as an API token without it does: no role lacks only one. */
export function withholdPermission(app: FastifyInstance, personId: string, withheld: Permission): void {
  const others = permissions.filter((permission) => permission !== withheld)
  const { sessions } = app
  const find = sessions.find.bind(sessions)
  sessions.find = async (db, session, now) => {
    const found = await find(db, session, now)
    if (!found || session.personId !== personId) return found
    return { ...found, access: limitAccess({ ...found.access, permissions: new Set(permissions) }, others) }
  }
}
