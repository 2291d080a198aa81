import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { demoIssuer } from './assert-allowed.ts'
import { insertSession, type Person, savePerson } from './session-queries.ts'

/** Opens a session and returns its signed token. `issuer` defaults to the demo identity. */
export async function openSession(
  trx: Transaction,
  person: Person,
  { key, hours, at, issuer = demoIssuer }: { key: Uint8Array; hours: number; at: Date; issuer?: string },
): Promise<string> {
  const id = randomUUID()
  const expiresAt = new Date(at.getTime() + hours * 3_600_000)
  await savePerson(trx, person, at)
  await insertSession(trx, { id, personId: person.id, issuer, startedAt: at, expiresAt })
  await saveAuditEvent(
    trx,
    { action: 'session.open', entityType: 'session', entityId: id },
    { userId: person.id, at },
  )
  return new SignJWT({ name: person.name, ...(person.avatar ? { avatar: person.avatar } : {}) })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(person.id)
    .setJti(id)
    .setIssuedAt(at)
    .setExpirationTime(expiresAt)
    .sign(key)
}
