import { z } from 'zod'
import { AuditEntityType, auditActions } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { uuidPattern } from './id-input.ts'
import { keysOf } from './keys-of.ts'
import { PageQuery } from './paging.ts'
import { bothOrNeither, parameters } from './parameters.ts'
import { maxTextLength, optionalText, requiredText } from './text.ts'

const AuditActionName = z.enum(keysOf(auditActions))

/** Members of `before` and `after` that hold the id of a person. */
export const personFields: readonly string[] = [
  'ownerId',
  'personId',
  'changedBy',
  'checkedOutBy',
  'erasedBy',
]

/** One event of the audit trail. `before` and `after` hold the fields that the action changed. */
export const AuditEvent = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  person: z.object({
    id: z.string(),
    name: z.string(),
    /** For a service account: the name of its owner. */
    owner: z.string().optional(),
  }),
  /** The API token that acted, if one did. */
  token: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  action: AuditActionName,
  entityType: AuditEntityType,
  entityId: z.string(),
  /** The present name of the record, or the last one of a deleted record; null if neither is known. */
  entityName: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The names of people whose ids `before` and `after` hold, by id. */
  people: z.record(z.string(), z.string()).optional(),
  /**
   * The names of storages, batches and samples whose ids `before` and `after` hold, by kind and id, such as
   * `storage 12`; of deleted records the last name.
   */
  recordNames: z.record(z.string(), z.string()).optional(),
  reason: z.string().nullable(),
  /** The number of the seal that covers the event; null until it is sealed, within a second or two. */
  seal: z.number().int().nullable(),
  /** True if an erasure has removed the content, or the reason alone: then `before` or `after` is there. */
  erased: z.boolean(),
  /** True if subject or site IDs in `before` or `after`, or the reason of a reveal, are hidden from the caller. */
  masked: z.literal(true).optional(),
})
export type AuditEvent = z.infer<typeof AuditEvent>

type RecordInput = { entityType?: AuditEntityType | undefined; entityId?: string | undefined }

/** Events hold UUIDs in lower case. The id of a person is as the identity provider writes it, maybe in capitals. */
const foldId = <T extends RecordInput>(input: T): T =>
  input.entityType !== 'person' && input.entityId !== undefined && uuidPattern.test(input.entityId)
    ? { ...input, entityId: input.entityId.toLowerCase() }
    : input

const filters = {
  entityType: AuditEntityType.optional(),
  /**
   * The id or name of a record (the last name of a deleted one), the tube ID of a sample, or the code on the label of a
   * storage.
   */
  entityId: optionalText(maxTextLength.personId),
  personId: optionalText(maxTextLength.personId),
  action: AuditActionName.optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
}
const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || Date.parse(from) <= Date.parse(to)
const inOrder = { path: ['to'], error: 'to must not be earlier than from' }
export const AuditFilters = parameters(filters).refine(isInOrder, inOrder).overwrite(foldId)
export type AuditFilters = z.infer<typeof AuditFilters>
const AuditListQuery = PageQuery.extend(filters).refine(isInOrder, inOrder).overwrite(foldId)
const AuditListReply = z.object({
  events: z.array(AuditEvent),
  /** Counted up to 10,000. */
  totalEvents: z.number().int(),
  /** False if there are more. */
  totalIsExact: z.boolean().optional(),
})

/** The types of records that have a history. */
export const HistoryEntityType = AuditEntityType.extract(['sample', 'batch', 'storage'])

export const AuditExportQuery = AuditFilters.extend({
  format: z.enum(['csv', 'jsonl']).default('csv'),
  history: z.stringbool().optional().meta({
    description:
      'true or false. If true, all that the history of the record shows; entityId then names one record only, and a number that is the id of a storage is that storage, also if another one has it as its name',
  }),
}).refine(
  ({ history, entityType, entityId }) =>
    !history || (HistoryEntityType.safeParse(entityType).success && entityId !== undefined),
  { path: ['history'], error: 'history needs the entityType and entityId of a sample, a batch or a storage' },
)
export type AuditExportQuery = z.infer<typeof AuditExportQuery>

/** What proves that no event was altered, removed or reordered. */
export const AuditProof = z.object({
  seals: z.number().int(),
  lastSealedEvent: z.number().int().nullable(),
  lastSealAt: z.iso.datetime().nullable(),
  /** Events that wait for a seal. */
  unsealed: z.number().int(),
  anchors: z.object({
    file: z
      .object({
        lastAt: z.iso.datetime().nullable(),
        /** True if the server cannot read the file, so that `lastAt` is unknown. */
        isUnreadable: z.literal(true).optional(),
      })
      .nullable(),
    timeStamp: z.object({ lastAt: z.iso.datetime().nullable() }).nullable(),
  }),
  /** Ed25519 key that verifies the signature of exports: SPKI in DER, in base64. */
  publicKey: z.string().optional(),
})
export type AuditProof = z.infer<typeof AuditProof>

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/audit/list',
    permission: 'audit.read',
    summary: 'A page of the audit trail, newest first',
    query: AuditListQuery,
    reply: AuditListReply,
  }),
  history: endpoint({
    method: 'GET',
    path: '/audit/history',
    permission: 'sample.read',
    summary: 'Every change of one sample, batch or storage, newest first',
    query: PageQuery.extend({
      entityType: HistoryEntityType,
      entityId: requiredText(maxTextLength.personId, 'entityId must be the id of a record'),
    }).overwrite(foldId),
    reply: AuditListReply,
  }),
  proof: endpoint({
    method: 'GET',
    path: '/audit/proof',
    permission: 'sample.read',
    summary: 'How far the audit trail is sealed and anchored',
    reply: AuditProof,
  }),
  verify: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/audit/verify',
    permission: 'audit.read',
    summary: 'Verify the sealed events of one record, or the newest 100,000 of all',
    body: parameters({
      entityType: AuditEntityType.optional(),
      /**
       * The id of a record; of a sample, batch or storage also its name, tube ID or code, if no other has it. A number
       * that is the id of a storage is that storage, also if another one has it as its name.
       */
      entityId: optionalText(maxTextLength.personId),
    })
      .refine(...bothOrNeither('entityType', 'entityId'))
      .overwrite(foldId),
    reply: z.object({
      verified: z.number().int(),
      /** The first event that was altered, removed, reordered or cut off, in words; null if all is well. */
      finding: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/audit/export',
    permission: 'audit.read',
    summary: 'All events that match, as CSV or JSON lines, with a signature of the content',
    query: AuditExportQuery,
    reply: z.string(),
    replyTypes: ['text/csv; charset=utf-8', 'application/jsonl; charset=utf-8'],
  }),
}
