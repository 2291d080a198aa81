import { type Permission, permissions, type Role } from '@lims/contract/permissions.ts'
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
    setRole: (id: string, role: Role) =>
      unaudited(lab.db, (trx) => trx.updateTable('person').set({ role }).where('id', '=', id).execute()),
    deactivate: (id: string) =>
      unaudited(lab.db, (trx) =>
        trx.updateTable('person').set({ deactivated_at: testNow }).where('id', '=', id).execute(),
      ),
    addServiceAccount: async (id: string, owner = 'ada') => {
      const at = { first_signed_in_at: testNow, last_signed_in_at: testNow }
      const account = { id, name: `Service ${id}`, avatar: null, owner_id: owner, ...at }
      await unaudited(lab.db, (trx) => trx.insertInto('person').values(account).execute())
      return id
    },
  }
}
