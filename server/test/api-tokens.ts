import { type Permission, permissions, type Role } from '@lims/contract/permissions.ts'
import { letLastAdministratorGo } from '../src/sessions/person-queries.ts'
import { type Lab, testNow } from './lab.ts'
import { unaudited } from './unaudited.ts'

export const inDays = (days: number) => new Date(testNow.getTime() + days * 24 * 3_600_000).toISOString()

type Wanted = { name?: string; permissions?: readonly Permission[]; expiresAt?: string; personId?: string }

/** Prepares people and API tokens for tests. */
export function apiTokens(lab: Lab) {
  const request = (wanted: Wanted = {}, caller?: string) =>
    lab.post('/tokens/create', { name: 'Reader', permissions, expiresAt: inDays(30), ...wanted }, caller)
  return {
    request,
    create: async (wanted: Wanted = {}, caller?: string) => {
      const reply = await request(wanted, caller)
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json<{ token: string; id: string }>()
    },
    turnOnRoles: () =>
      lab.db
        .insertInto('roles_state')
        .values({ id: 1, turned_on_at: testNow, turned_on_by: 'ada' })
        .execute(),
    /** Also takes the role of the last administrator, as a server with ADMIN_EMAILS does. */
    setRole: (id: string, role: Role) =>
      unaudited(lab.db, async (trx) => {
        await letLastAdministratorGo(trx, { adminEmails: ['chief@brain.example'] })
        await trx.updateTable('person').set({ role }).where('id', '=', id).execute()
      }),
    deactivate: (id: string) =>
      lab.db.updateTable('person').set({ deactivated_at: testNow }).where('id', '=', id).execute(),
    addServiceAccount: async (id: string, owner = 'ada') => {
      const at = { first_signed_in_at: testNow, last_signed_in_at: testNow }
      await lab.db
        .insertInto('person')
        .values({ id, name: `Service ${id}`, avatar: null, owner_id: owner, ...at })
        .execute()
      return id
    },
  }
}
