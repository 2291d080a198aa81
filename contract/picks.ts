import { z } from 'zod'
import { EventId, InstantInput } from './bounds.ts'
import { Custody } from './custody.ts'
import { endpoint } from './endpoint.ts'
import { strictId } from './id-input.ts'
import { PageQuery } from './paging.ts'
import { exactlyOne, parameters } from './parameters.ts'
import { Reason } from './reason.ts'
import { ChosenIds, ResolveCodesBody } from './sample-bulk.ts'
import { CellInput } from './sample-location.ts'
import { nowIfRefused, scannedAt } from './scan-time.ts'
import { success } from './success.ts'
import { maxTextLength, optionalText, requiredLine, requiredText, text } from './text.ts'

/**
 * State of one tube of a pick list. `wanted`: it is reserved and still to be picked. `released`: it was wanted when the
 * list was closed. `left-out`: it could not be reserved when the list was created.
 */
export const PickItemState = z.enum(['wanted', 'picked', 'not-found', 'released', 'left-out'])
export type PickItemState = z.infer<typeof PickItemState>

export const pickItemTexts: Record<PickItemState, string> = {
  wanted: 'to pick',
  picked: 'picked',
  'not-found': 'not found',
  released: 'released',
  'left-out': 'left out',
}

export const PickList = z.object({
  id: z.uuid(),
  name: z.string(),
  purpose: z.string(),
  /** For whom the tubes are reserved. */
  personId: z.string(),
  personName: z.string(),
  createdAt: z.iso.datetime(),
  createdByName: z.string(),
  expectedReturnAt: z.iso.datetime().nullable(),
  /** Whether each pick counts one freeze-thaw cycle. */
  thawed: z.boolean(),
  /** Null while the list is open. */
  closedAt: z.iso.datetime().nullable(),
  closedByName: z.string().nullable(),
  /** Whether the caller created it or the tubes are for the caller. */
  isMine: z.boolean(),
  counts: z.record(PickItemState, z.number().int()),
})
export type PickList = z.infer<typeof PickList>

/** A tube that cannot be reserved. */
export const UnavailableSample = z.object({
  sampleId: z.uuid(),
  name: z.string(),
  tubeId: z.string(),
  /** Such as 'checked out by Bo Chen', to be read after the name. */
  reason: z.string(),
})
export type UnavailableSample = z.infer<typeof UnavailableSample>

export const PickItem = z.object({
  /** Number in the order of the walk, starting at 1; what was left out comes last. It changes when tubes are moved. */
  place: z.number().int(),
  sampleId: z.uuid(),
  name: z.string(),
  tubeId: z.string(),
  state: PickItemState,
  /** Why it was not found or left out. Empty for other tubes, and once an erasure has removed it. */
  reason: z.string(),
  changedAt: z.iso.datetime(),
  changedByName: z.string(),
  /** The current custody; null if the sample was deleted. */
  custody: Custody.nullable(),
  /** For a wanted tube that is no longer reserved: who changed its custody, when and how; otherwise empty. */
  changedSince: z.string(),
  /** Wanted, returned before it was reserved, and not put into its cell since. */
  isToPutAway: z.boolean(),
  /** The box in which the tube is now; null if it is not in storage. */
  storageId: z.number().int().nullable(),
  rowCoordinate: z.number().int().nullable(),
  columnCoordinate: z.number().int().nullable(),
  /** The label of the cell, such as B4; empty without a place. */
  position: z.string(),
})
export type PickItem = z.infer<typeof PickItem>

/** A box that holds tubes of the list, with what a picture of it needs. */
export const PickBox = z.object({
  storageId: z.number().int(),
  /** The code on its label. */
  code: z.string(),
  /** The names of the storages, root first, with the box. */
  path: z.array(z.string()),
  /**
   * The number of the freezer in the order of the walk, starting at 1; 0 if all its tubes of the list were left out.
   */
  door: z.number().int(),
  numberRows: z.number().int(),
  numberColumns: z.number().int(),
  rowPrefix: z.string(),
  columnPrefix: z.string(),
  /** Cells that hold a tube, counted from 0 row by row. */
  occupied: z.array(z.number().int()),
})
export type PickBox = z.infer<typeof PickBox>

const pickListId = strictId('pickListId must be the id of a pick list')
const ListReply = z.object({ success, pickList: PickList })
const ItemReply = z.object({
  success,
  pickList: PickList,
  item: z.object({ sampleId: z.uuid(), name: z.string(), tubeId: z.string(), state: PickItemState }),
})
const UndoableItemReply = ItemReply.extend({
  item: ItemReply.shape.item.extend({
    /** The custody event of the pick or report, for `undoPick`. */
    eventId: z.number().int(),
  }),
})

export const maxPickListNameLength = 100
export const maxPickListPurposeLength = 500

export const CreatePickListBody = parameters({
  name: requiredLine(maxPickListNameLength, `name must have 1 to ${maxPickListNameLength} characters`),
  purpose: optionalText(maxPickListPurposeLength),
  sampleIds: ChosenIds.optional(),
  /** Ids, tube IDs or names. Each must name one sample; `/samples/resolve-codes` shows those that do not. */
  codes: ResolveCodesBody.shape.codes.optional(),
  /** For whom the tubes are reserved; by default for the caller. */
  personId: optionalText(maxTextLength.personId),
  expectedReturn: InstantInput.optional(),
  /** Each pick counts one freeze-thaw cycle. */
  thawed: z.boolean().default(false),
  /** Creates the list without the tubes that cannot be reserved; they are kept in it as left out. */
  withoutUnavailable: z.boolean().default(false),
  /** With `withoutUnavailable`: those that the client saw as such. If another one is, no list is created. */
  unavailableSampleIds: ChosenIds.optional(),
}).refine(...exactlyOne('sampleIds', 'codes'))
export type CreatePickListBody = z.infer<typeof CreatePickListBody>

export const PickListsQuery = PageQuery.extend({ state: z.enum(['open', 'closed']).default('open') })
export type PickListsQuery = z.infer<typeof PickListsQuery>

export const PickBody = parameters({
  pickListId,
  /** The tube ID or the id of a sample, or the code of a storage. */
  code: requiredText(maxTextLength.code, 'code is missing'),
  scannedAt,
  nowIfRefused,
})
export type PickBody = z.infer<typeof PickBody>

export const PickReply = z.discriminatedUnion('outcome', [
  UndoableItemReply.extend({
    outcome: z.literal('picked'),
    /** A warning, such as that the tube was reported missing before; empty otherwise. */
    note: z.string(),
  }),
  /** The label of a storage was scanned: the first box in it with tubes to pick. */
  z.object({
    success,
    outcome: z.literal('box'),
    storageId: z.number().int(),
    message: z.string(),
  }),
])
export type PickReply = z.infer<typeof PickReply>

export const ReportNotFoundBody = parameters({
  pickListId,
  sampleId: strictId('sampleId must be the id of a sample'),
  reason: Reason,
  /** Where the list shows the tube, with the `path` of its box. If it is elsewhere by now, it is not reported. */
  expected: CellInput.extend({ path: z.array(text(maxTextLength.name)).max(10).optional() }).optional(),
})
export type ReportNotFoundBody = z.infer<typeof ReportNotFoundBody>

/** Pick lists: tubes reserved for a person and a purpose, in the order of the walk through the freezers. */
export const picksApi = {
  people: endpoint({
    method: 'GET',
    path: '/picks/people',
    permission: 'sample.read',
    summary: 'The people for whom a pick list can be created, by name',
    reply: z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/picks/list',
    permission: 'sample.read',
    summary: 'A page of the open or the closed pick lists, the caller’s first, then the newest',
    query: PickListsQuery,
    reply: z.object({ pickLists: z.array(PickList), totalPickLists: z.number().int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/picks/get',
    permission: 'sample.read',
    summary: 'One pick list with its tubes in the order of the walk, and the boxes that hold them',
    query: parameters({ pickListId }),
    reply: z.object({
      pickList: PickList,
      items: z.array(PickItem),
      boxes: z.array(PickBox),
      /** The number of freezers of the walk. */
      doors: z.number().int(),
    }),
  }),
  check: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/picks/check',
    permission: 'sample.read',
    summary: 'Which of these samples cannot be reserved for a pick list, and why',
    body: parameters({ sampleIds: ChosenIds }),
    reply: z.object({ numAvailable: z.number().int(), unavailable: z.array(UnavailableSample) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/picks/create',
    permission: 'pick.edit',
    summary: 'Create a pick list and reserve its tubes, all or none',
    body: CreatePickListBody,
    reply: ListReply,
  }),
  pick: endpoint({
    method: 'POST',
    path: '/picks/pick',
    permission: 'pick.edit',
    summary: 'Pick a tube of a list by its code, which checks it out; the code of a storage finds its box',
    body: PickBody,
    reply: PickReply,
  }),
  notFound: endpoint({
    method: 'POST',
    path: '/picks/not-found',
    permission: 'pick.edit',
    summary: 'Report that a tube of a list is not in its place: it becomes missing',
    body: ReportNotFoundBody,
    reply: UndoableItemReply,
  }),
  undoPick: endpoint({
    method: 'POST',
    path: '/picks/undo-pick',
    permission: 'pick.edit',
    summary: 'Undo the pick of a tube, or the report that it was not found',
    body: parameters({
      pickListId,
      sampleId: strictId('sampleId must be the id of a sample'),
      /** The pick or report to undo; rejected if the tube has changed since. By default the last one of the tube. */
      eventId: EventId.optional(),
    }),
    reply: ItemReply,
  }),
  close: endpoint({
    method: 'POST',
    path: '/picks/close',
    permission: 'pick.edit',
    summary: 'Close a pick list: what was not picked is released, and the outcome is kept',
    body: parameters({ pickListId }),
    reply: ListReply,
  }),
  export: endpoint({
    method: 'GET',
    path: '/picks/export',
    permission: 'export',
    summary: 'The tubes of a pick list and what became of each, as CSV',
    query: parameters({ pickListId }),
    reply: z.string(),
    replyTypes: ['text/csv; charset=utf-8'],
  }),
}
