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
  if (former) await saveRename(trx, { id: person.id, before: former.name, after: person.name }, at)
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

/** The audit trail names people as they are called now: this event says what they were called before. */
async function saveRename(
  trx: Transaction,
  { id, before, after }: { id: string; before: string; after: string },
  at: Date,
): Promise<void> {
  if (before === after) return
  const actor = { userId: id, at, reason: 'name of the identity provider at sign-in' }
  await saveAuditEvent(
    trx,
    { action: 'person.rename', entityId: id, before: { name: before }, after: { name: after } },
    actor,
  )
}
