import type { Role } from '@lims/contract/permissions.ts'
import { type Lab, testNow } from './lab.ts'
import { unaudited } from './unaudited.ts'

/** Turns on roles for a test: Ada, who is signed in, is the administrator. */
export async function turnOnRoles(lab: Lab) {
  await unaudited(lab.db, async (trx) => {
    await trx
      .insertInto('roles_state')
      .values({ id: 1, turned_on_at: testNow, turned_on_by: 'ada' })
      .execute()
    await trx
      .updateTable('person')
      .set({ role: 'administrator', role_from: 'given' })
      .where('id', '=', 'ada')
      .execute()
  })
  lab.app.sessions.forget()
}

/** Signs in a person who has a role, and returns their token. */
export async function signInAs(lab: Lab, role: Role, id: string = role, name = `A ${role}`): Promise<string> {
  const token = await lab.signIn(id, name)
  await unaudited(lab.db, (trx) =>
    trx.updateTable('person').set({ role, role_from: 'given' }).where('id', '=', id).execute(),
  )
  lab.app.sessions.forget()
  return token
}
