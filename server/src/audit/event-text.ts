import { hash as digestOf } from 'node:crypto'

/** An event as it is committed to. `before` and `after` are the text of the jsonb, `at` UTC with microseconds. */
export type SealedEvent = {
  id: number
  at: string
  personId: string
  tokenId: string | null
  action: string
  entityType: string
  entityId: string
  before: string | null
  after: string | null
  reason: string | null
}

/** A seal as the database keeps it; `sealedAt` is UTC with microseconds. */
export type Seal = {
  number: number
  firstEvent: number
  lastEvent: number
  events: number
  horizon: number
  previousHash: Buffer
  root: Buffer
  hash: Buffer
  sealedAt: string
}

/** What the first seal names as the one before it. */
export const noHash = Buffer.alloc(32)

/**
 * Returns the text that an event is committed to: exactly what `audit_event_text` of the database returns.
 *
 * It is one JSON object in the form in which PostgreSQL writes jsonb: keys ordered by length, then by byte; ', '
 * between members and ': ' after keys; strings escaped as little as JSON allows; numbers as the digits that are stored.
 * The times are UTC as 2026-11-20T09:00:00.000000Z. `before` and `after` are taken as PostgreSQL writes them, so that
 * no number is read and written again.
 */
export const eventText = (event: SealedEvent): string =>
  `{"at": "${event.at}", "id": ${event.id}, "after": ${event.after}, "action": ${quote(event.action)}, ` +
  `"before": ${event.before}, "reason": ${quote(event.reason)}, "tokenId": ${quote(event.tokenId)}, ` +
  `"entityId": ${quote(event.entityId)}, "personId": ${quote(event.personId)}, ` +
  `"entityType": ${quote(event.entityType)}}`

const quote = (text: string | null) => JSON.stringify(text)

/** Returns SHA-256(salt ‖ text of the event). */
export const commitmentOf = (event: SealedEvent, salt: Uint8Array): Buffer =>
  digestOf('sha256', Buffer.concat([salt, Buffer.from(eventText(event))]), 'buffer')

/** Returns the hash of a seal: exactly the SHA-256 of what `audit_seal_text` of the database returns. */
export const sealHash = (seal: Seal): Buffer =>
  digestOf(
    'sha256',
    `{"root": "${seal.root.toString('hex')}", "events": ${seal.events}, "number": ${seal.number}, ` +
      `"horizon": ${seal.horizon}, "sealedAt": "${seal.sealedAt}", "lastEvent": ${seal.lastEvent}, ` +
      `"firstEvent": ${seal.firstEvent}, "previousHash": "${seal.previousHash.toString('hex')}"}`,
    'buffer',
  )
