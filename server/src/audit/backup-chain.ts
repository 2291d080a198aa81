import { z } from 'zod'
import { StartError } from '../errors/start-error.ts'
import type { StoredTimeStamp } from './anchor-queries.ts'
import type { Seal, SealedEvent } from './event-text.ts'
import { jsonMembers } from './json-members.ts'
import type { Chain, Commitment } from './verify-chain.ts'

const rowsPerPage = 2000

/** Reads the rows of one table of a backup, as JSON and in order. */
export type ReadTable = (table: string) => AsyncIterable<string>

/** Reads the chain of a backup, one pass of the file for each of its three tables. */
export const readBackupChain = (read: ReadTable): Chain => ({
  seals: pages(read('audit_seal'), asSeal),
  commitments: pages(read('audit_commitment'), asCommitment),
  events: pages(read('audit_event'), asEvent),
})

async function* pages<T>(rows: AsyncIterable<string>, read: (json: string) => T): AsyncGenerator<T[]> {
  let page: T[] = []
  for await (const row of rows) {
    page.push(read(row))
    if (page.length < rowsPerPage) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Throws a StartError for a row that is not one of the table. */
function parseRow<S extends z.ZodType>(schema: S, json: string, table: string): z.output<S> {
  const { data, error } = schema.safeParse(JSON.parse(json))
  if (error) throw new StartError(`Nothing verified: a row of ${table} is not one of this program.`)
  return data
}

const timePattern = /^(.{19})(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d)$/
const Time = z.string().refine((text) => timePattern.test(text) && !Number.isNaN(Date.parse(text)))

const SealRow = z.object({
  number: z.number(),
  first_event: z.number(),
  last_event: z.number(),
  events: z.number(),
  horizon: z.number(),
  previous_hash: z.string(),
  root: z.string(),
  hash: z.string(),
  sealed_at: Time,
})

function asSeal(json: string): Seal {
  const row = parseRow(SealRow, json, 'audit_seal')
  return {
    number: row.number,
    firstEvent: row.first_event,
    lastEvent: row.last_event,
    events: row.events,
    horizon: row.horizon,
    previousHash: bytes(row.previous_hash),
    root: bytes(row.root),
    hash: bytes(row.hash),
    sealedAt: utc(row.sealed_at),
  }
}

const CommitmentRow = z.object({
  event_id: z.number(),
  seal: z.number(),
  salt: z.string().nullable(),
  commitment: z.string(),
  erased_by: z.number().nullable(),
})

function asCommitment(json: string): Commitment {
  const { event_id, seal, salt, commitment, erased_by } = parseRow(CommitmentRow, json, 'audit_commitment')
  return {
    eventId: event_id,
    seal,
    salt: salt === null ? null : bytes(salt),
    commitment: bytes(commitment),
    erasedBy: erased_by,
  }
}

const TimeStampRow = z.object({
  seal: z.number(),
  hash: z.string(),
  response: z.string(),
  stamped_at: Time,
})

/** Returns a row of `audit_time_stamp`. Throws a StartError for anything else. */
export function asTimeStamp(json: string): StoredTimeStamp {
  const { seal, hash, response, stamped_at } = parseRow(TimeStampRow, json, 'audit_time_stamp')
  return {
    seal,
    hash: bytes(hash),
    response: bytes(response),
    at: utc(stamped_at),
    from: 'the time stamp in the database',
  }
}

const EventRow = z.object({
  id: z.number(),
  at: Time,
  person_id: z.string(),
  token_id: z.string().nullish(),
  action: z.string(),
  entity_type: z.string(),
  entity_id: z.string(),
  reason: z.string().nullish(),
})

/** `before` and `after` keep every character: the commitment covers them as they are written. */
function asEvent(json: string): SealedEvent {
  const row = parseRow(EventRow, json, 'audit_event')
  const members = jsonMembers(json)
  const raw = (name: string) => {
    const text = members.get(name) ?? 'null'
    return text === 'null' ? null : text
  }
  return {
    id: row.id,
    at: utc(row.at),
    personId: row.person_id,
    tokenId: row.token_id ?? null,
    action: row.action,
    entityType: row.entity_type,
    entityId: row.entity_id,
    before: raw('before'),
    after: raw('after'),
    reason: row.reason ?? null,
  }
}

/** PostgreSQL writes bytes into JSON as '\x0a0b', or with `bytea_output = escape` as 'a\\b\013'. */
const bytes = (text: string) =>
  text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex') : Buffer.from(unescaped(text), 'latin1')

const unescaped = (text: string) =>
  text.replaceAll(/\\(\\|[0-7]{3})/g, (_, escaped: string) =>
    escaped === '\\' ? escaped : String.fromCharCode(Number.parseInt(escaped, 8)),
  )

/** '2026-11-20T10:00:00.1234+01:00', as PostgreSQL writes it into JSON, is '2026-11-20T09:00:00.123400Z'. */
export function utc(time: string): string {
  const [, seconds = '', fraction = '', offset = ''] = timePattern.exec(time) ?? []
  if (offset === '+00:00') return `${seconds}.${fraction.padEnd(6, '0')}Z`
  return `${new Date(seconds + offset).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`
}
