import { type Permission, permissions } from '@lims/contract/permissions.ts'
import type { FastifyInstance } from 'fastify'
import { limitAccess } from '../src/sessions/access.ts'
import type { KnownSession } from '../src/sessions/known-sessions.ts'

/** Takes one permission from a person, as an API token without it does: no role lacks only one. */
export function withholdPermission(app: FastifyInstance, personId: string, withheld: Permission): void {
  const others = permissions.filter((permission) => permission !== withheld)
  const { sessions } = app
  const [find, peek] = [sessions.find.bind(sessions), sessions.peek.bind(sessions)]
  const limited = (found: KnownSession | undefined) => {
    if (found?.personId !== personId) return found
    return { ...found, access: limitAccess({ ...found.access, permissions: new Set(permissions) }, others) }
  }
  sessions.find = async (...session) => limited(await find(...session))
  sessions.peek = (session) => limited(peek(session))
}
