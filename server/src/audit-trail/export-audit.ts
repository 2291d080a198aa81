import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { AuditEvent, AuditExportQuery } from '@lims/contract/audit-api.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import { guardJson } from '@lims/contract/formula-guard.ts'
import { uuidPattern } from '@lims/contract/id-input.ts'
import { lastDayBefore, type TimeZone } from '@lims/contract/time-zone.ts'
import { findLastSeal } from '../audit/anchor-queries.ts'
import type { Db } from '../db/database.ts'
import { csvHeader, csvText } from '../exports/csv-text.ts'
import { fileName } from '../http/attachment.ts'
import type { Download } from '../http/download.ts'
import { maskRecord } from '../http/mask-reply.ts'
import { listPersonNames } from '../sessions/person-queries.ts'
import { countAuditEvents, readAuditEvents, resolveHistory } from './audit-event-queries.ts'
import { hideRevealReason } from './hide-reveal-reason.ts'
import { resolveRecord, withRecordId } from './resolve-record.ts'
import { type Signed, signatureLines, signStatement } from './sign-statement.ts'

type Format = AuditExportQuery['format']
type Filters = Omit<AuditExportQuery, 'format'>
type Writer = {
  type: string
  head: string
  page: (events: readonly AuditEvent[]) => string
  /** Closes the file; the content before it is what is signed. */
  end: (signed: Signed) => string
}
type Options = { now: () => Date; seesSubjects: boolean }

const columns = [
  ...['id', 'at', 'personId', 'personName', 'tokenId', 'tokenName', 'action', 'entityType', 'entityId'],
  ...['entityName', 'before', 'after', 'reason', 'seal', 'erased'],
]

const writers: Record<Format, Writer> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: csvHeader(columns),
    page: (events) => csvText(events.map(asCells)),
    end: (signed) => signatureLines(signed, { comment: '#', lineEnd: '\r\n' }),
  },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    head: '',
    page: (events) => events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    end: (signed) => `${JSON.stringify(signed)}\n`,
  },
}

/**
 * Returns all events that match as a file, the oldest first, streamed. It ends with a statement (SHA-256 of the content
 * before it, number of events, time, filter, last seal), its Ed25519 signature and the public key. A file that was cut
 * off has no statement. Without `seesSubjects` subject and site IDs are empty, and so are reasons of reveals.
 */
export async function exportAudit(
  db: Db,
  { format, ...query }: AuditExportQuery,
  { zone, ...options }: Options & { zone: TimeZone },
): Promise<Download> {
  const writer = writers[format]
  const filters = query.history ? await withRecordId(db, query) : query
  const { history, ...matching } = filters
  const resolved = await (history ? resolveHistory : resolveRecord)(db, matching)
  const { totalEvents, totalIsExact } = await countAuditEvents(db, resolved)
  const withSubjects = options.seesSubjects
  return {
    name: fileName(`audit-${zone.dayOf(options.now())}`, format),
    type: writer.type,
    event: {
      action: 'audit.export',
      entityId: 'lims',
      after: {
        format,
        withSubjects,
        events: totalIsExact ? totalEvents : `more than ${formatNumber(totalEvents)}`,
        search: await describeAuditFilters(db, filters, zone),
      },
    },
    content: () => {
      const pages = readAuditEvents(db, resolved)
      return Readable.from(contentOf(db, writer, { pages, filters }, options))
    },
  }
}

/**
 * Returns the filters as the audit trail keeps them: 'sample, one record, from 2026-11-01'. Not a text that was typed,
 * which may be about a subject: the trail keeps it for good.
 */
async function describeAuditFilters(
  db: Db,
  { history, entityType, entityId, personId, action, from, to }: Filters,
  zone: TimeZone,
): Promise<string> {
  const personName = personId && (await listPersonNames(db, [personId])).get(personId)
  const words = [
    history ? `history of ${entityType}` : entityType,
    entityId && (uuidPattern.test(entityId) ? entityId : 'one record'),
    action,
    personId && `by ${personName ?? 'a person'}`,
    from && `from ${zone.dayOf(new Date(from))}`,
    to && `to ${lastDayBefore(to, zone)}`,
  ]
  return words.filter(Boolean).join(', ') || 'all events'
}

async function* contentOf(
  db: Db,
  writer: Writer,
  { pages, filters }: { pages: AsyncIterable<AuditEvent[]>; filters: Filters },
  { now, seesSubjects }: Options,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (text: string) => {
    hash.update(text)
    return text
  }
  let events = 0
  yield hashed(writer.head)
  for await (const page of pages) {
    events += page.length
    yield hashed(writer.page(seesSubjects ? page : page.map(maskEvent)))
  }
  const lastSeal = await findLastSeal(db)
  const members = {
    sha256: hash.digest('hex'),
    events: String(events),
    at: now().toISOString(),
    filter: JSON.stringify(filters),
    lastSeal: String(lastSeal?.number ?? 0),
    lastSealHash: lastSeal ? Buffer.from(lastSeal.hash).toString('hex') : '',
  }
  yield writer.end(await signStatement(db, members, now()))
}

const maskEvent = (event: AuditEvent): AuditEvent => ({
  ...hideRevealReason(event),
  before: maskRecord(event.before) as AuditEvent['before'],
  after: maskRecord(event.after) as AuditEvent['after'],
})

const asCells = (event: AuditEvent): (string | number)[] => [
  ...[event.id, event.at, event.person.id, event.person.name, event.token?.id ?? '', event.token?.name ?? ''],
  ...[event.action, event.entityType, event.entityId, event.entityName ?? ''],
  ...[asJson(event.before), asJson(event.after), event.reason ?? '', event.seal ?? '', String(event.erased)],
]

const asJson = (content: object | null) => (content ? guardJson(JSON.stringify(content)) : '')
