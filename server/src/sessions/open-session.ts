import { randomUUID } from 'node:crypto'
import { hourMs } from '@lims/contract/durations.ts'
import { SignJWT } from 'jose'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { demoIssuer } from './assert-allowed.ts'
import { assignProviderRole, type Groups } from './assign-provider-role.ts'
import { recordAddressChange } from './change-role.ts'
import { listAdministrators, lockNameAndEmail } from './person-queries.ts'
import { accountDeactivated } from './refusals.ts'
import { insertSession, isNewWithAddressOfDeactivated, type Person, savePerson } from './session-queries.ts'

type NewSession = {
  key: Uint8Array
  hours: number
  at: Date
  /** Defaults to the demo identity. */
  issuer?: string
  access?: Config['access']
  /** The groups that the identity provider names; undefined if roles do not come from it. */
  groups?: Groups | undefined
}
const noSettings: Config['access'] = { adminEmails: [], defaultRole: 'bench', roleOfGroup: new Map() }

/**
 * Opens a session and returns its signed token. Throws `not-allowed` for a person who was deactivated, and for a new
 * account with the address of one.
 */
export async function openSession(
  trx: Transaction,
  person: Person,
  { key, hours, at, issuer = demoIssuer, access = noSettings, groups }: NewSession,
): Promise<string> {
  const id = randomUUID()
  const expiresAt = new Date(at.getTime() + hours * hourMs)
  const isOfDeactivated = await isNewWithAddressOfDeactivated(trx, person)
  const former = await lockNameAndEmail(trx, person.id)
  const known = await savePerson(trx, person, at)
  if (known.isDeactivated || isOfDeactivated) throw accountDeactivated(await listAdministrators(trx, access))
  if (former) await saveNewDetails(trx, person, former, at)
  if (groups) await assignProviderRole(trx, known, { groups, access, at })
  await recordAddressChange(trx, { ...person, formerEmail: former?.email }, { access, at })
  await insertSession(trx, { id, personId: person.id, issuer, startedAt: at, expiresAt })
  await saveAuditEvent(trx, { action: 'session.open', entityId: id }, { userId: person.id, at })
  return new SignJWT({ name: person.name, ...(person.avatar ? { avatar: person.avatar } : {}) })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(person.id)
    .setJti(id)
    .setIssuedAt(at)
    .setExpirationTime(expiresAt)
    .sign(key)
}

/**
 * Saves audit events of a name and an e-mail address that the identity provider has changed. The audit trail names
 * people as they are called now, and ADMIN_EMAILS gives rights by the address.
 */
async function saveNewDetails(
  trx: Transaction,
  { id, name, email }: Person,
  former: { name: string; email: string },
  at: Date,
): Promise<void> {
  const from = (detail: string) => ({
    userId: id,
    at,
    reason: `${detail} of the identity provider at sign-in`,
  })
  if (former.name !== name) {
    const change = { before: { name: former.name }, after: { name } }
    await saveAuditEvent(trx, { action: 'person.rename', entityId: id, ...change }, from('name'))
  }
  if (former.email !== email) {
    const change = { before: { email: former.email }, after: { email } }
    await saveAuditEvent(
      trx,
      { action: 'person.change-email', entityId: id, ...change },
      from('e-mail address'),
    )
  }
}
