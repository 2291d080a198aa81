import { z } from 'zod'
import { EventId, InstantInput } from './bounds.ts'
import { Custody, CustodyList, custodySteps } from './custody.ts'
import { endpoint } from './endpoint.ts'
import { formatNumber } from './format-count.ts'
import { IdInput } from './id-input.ts'
import { keysOf } from './keys-of.ts'
import { PageQuery } from './paging.ts'
import { exactlyOne, parameters } from './parameters.ts'
import type { Permission } from './permissions.ts'
import { maxReasonLength } from './reason.ts'
import { ChosenIds, maxChosenSamples } from './sample-bulk.ts'
import { SampleType } from './sample-type.ts'
import { SamplePlace } from './samples.ts'
import { nowIfRefused, scannedAt } from './scan-time.ts'
import { StorageId } from './storage.ts'
import { success } from './success.ts'
import { maxTextLength, optionalText, requiredText } from './text.ts'

export const maxPurposeLength = 200

/** Tube IDs or ids of samples, each once or more. */
const Identifiers = z
  .array(requiredText(maxTextLength.code, 'Please scan or enter a sample identifier'))
  .min(1, 'identifiers must name at least one tube')
  .max(maxChosenSamples, `identifiers may name at most ${formatNumber(maxChosenSamples)} tubes`)

const CustodyReason = requiredText(maxReasonLength, `Please say why, in 1 to ${maxReasonLength} characters`)

/** All or none. */
export const CheckOutBody = parameters({
  identifiers: Identifiers,
  purpose: requiredText(maxPurposeLength, 'Please say what the tubes are needed for'),
  /** Counts one freeze-thaw cycle for each tube that is stored at −60 °C or colder. */
  thawed: z.boolean().default(false),
  expectedReturn: InstantInput.nullish(),
  /** False: the cells become free. */
  keepPlace: z.boolean().default(true),
  /** True: goes on although tubes exceed their limit of freeze-thaw cycles; another person has to confirm each. */
  overLimit: z.boolean().default(false),
  scannedAt,
  nowIfRefused,
})
export type CheckOutBody = z.infer<typeof CheckOutBody>

export const ReturnBody = parameters({
  identifiers: Identifiers,
  /**
   * The change of custody that the client saw, one for each of `identifiers`. If another one holds for a tube, nothing
   * is returned.
   */
  custodyEventIds: z.array(EventId).min(1).max(maxChosenSamples).optional(),
  scannedAt,
  nowIfRefused,
}).refine(
  ({ identifiers, custodyEventIds }) =>
    custodyEventIds === undefined || custodyEventIds.length === identifiers.length,
  { message: 'custodyEventIds must hold one change for each identifier', path: ['custodyEventIds'] },
)
export type ReturnBody = z.infer<typeof ReturnBody>

export const SetCustodyBody = parameters({
  sampleIds: ChosenIds,
  custody: Custody,
  reason: CustodyReason,
  /** What the client believes the samples to be. If one is something else, nothing is changed. */
  expected: z.array(Custody).min(1).max(Custody.options.length).optional(),
  /**
   * The change of custody that the client believes to hold, one for each sample, null for none. If another one holds,
   * nothing is changed.
   */
  expectedEventIds: z.array(EventId.nullable()).min(1).max(maxChosenSamples).optional(),
}).refine(
  ({ sampleIds, expectedEventIds }) =>
    expectedEventIds === undefined || expectedEventIds.length === sampleIds.length,
  { message: 'expectedEventIds must hold one change, or null, for each sample', path: ['expectedEventIds'] },
)
export type SetCustodyBody = z.infer<typeof SetCustodyBody>

const EventIds = z
  .array(EventId)
  .min(1, 'eventIds must name at least one change')
  .max(maxChosenSamples, `eventIds may name at most ${formatNumber(maxChosenSamples)} changes`)

const Tube = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The tube ID. */
  alias: z.string(),
  type: SampleType,
  custody: Custody,
  thawCount: z.number().int(),
  /** Null if it has no cell. */
  place: SamplePlace.nullable(),
})

const ChangedTube = Tube.extend({
  /** Undoes the change when given to /custody/undo. */
  eventId: z.number().int(),
})

export const CheckedOutTube = ChangedTube.extend({
  /** Whether a freeze-thaw cycle was counted. */
  isThawCounted: z.boolean(),
  /** Whether another person has to confirm the freeze-thaw cycle. */
  needsConfirmation: z.boolean(),
})
export type CheckedOutTube = z.infer<typeof CheckedOutTube>

/** A cell with its coordinates, as /samples/associate takes it. */
const Cell = SamplePlace.extend({ rowCoordinate: z.number().int(), columnCoordinate: z.number().int() })

export const ReturnedTube = ChangedTube.extend({
  /** Whether it was missing, and has been found by this scan. */
  wasMissing: z.boolean(),
  /** Without a place: the cell that it came from if that is free, else the next free one of the same box. */
  freeCell: Cell.nullable(),
})
export type ReturnedTube = z.infer<typeof ReturnedTube>

const Person = z.object({ id: z.string(), name: z.string() })

const custodyVias = [...keysOf(custodySteps), 'undo'] as const

/** What /custody/undo needs beyond `custody.edit` to reverse a change that a stock-take or a pick list has made. */
export const undoPermissions: Partial<Record<CustodyEvent['via'], Permission>> = {
  count: 'stock-take.apply',
  pick: 'pick.edit',
}

/** A freeze-thaw cycle over the limit of the sample type. */
const OverLimit = z.object({
  thawCount: z.number().int(),
  thawLimit: z.number().int(),
  /** Null until another person has confirmed it. */
  confirmedBy: Person.nullable(),
})

export const CustodyEvent = z.object({
  id: z.number().int(),
  via: z.enum(custodyVias),
  from: Custody,
  to: Custody,
  at: z.iso.datetime(),
  person: Person,
  reason: z.string(),
  purpose: z.string(),
  expectedReturnAt: z.iso.datetime().nullable(),
  /** Whether it counted a freeze-thaw cycle. */
  thawed: z.boolean(),
  overLimit: OverLimit.nullable(),
  /** The pick list that reserved, picked or released the tube, or on which it was not found. */
  pickList: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The cell of the tube when the change was made. */
  place: SamplePlace.nullable(),
  /** The event that this one undoes; null for a change. */
  undoes: z.number().int().nullable(),
  isUndone: z.boolean(),
  /** True for the last change that still holds, if the caller may give it to /custody/undo. */
  canUndo: z.boolean(),
})
export type CustodyEvent = z.infer<typeof CustodyEvent>

export const ListedCustody = Tube.extend({
  /** Who made the last change, when and why; of a reserved tube, for whom it is reserved. */
  person: Person,
  since: z.iso.datetime(),
  reason: z.string(),
  purpose: z.string(),
  expectedReturnAt: z.iso.datetime().nullable(),
  isOverdue: z.boolean(),
  /** The open pick list that has reserved it. */
  pickList: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The change of custody that holds, as /samples/associate compares it. Null if there is none. */
  custodyEventId: z.number().int().nullable(),
  /** Returned, and not put into a cell yet. */
  isToPutAway: z.boolean(),
  freeCell: Cell.nullable(),
  /** A freeze-thaw cycle that waits for the confirmation of another person. */
  toConfirm: OverLimit.omit({ confirmedBy: true })
    .extend({ eventId: z.number().int(), requestedBy: Person })
    .nullable(),
})
export type ListedCustody = z.infer<typeof ListedCustody>

export const CustodyListQuery = PageQuery.extend({
  show: CustodyList.default('out'),
  /** Only what this person holds or changed last, or what is reserved for them. */
  personId: optionalText(maxTextLength.personId),
})
export type CustodyListQuery = z.infer<typeof CustodyListQuery>

export const CustodyListReply = z.object({
  samples: z.array(ListedCustody),
  total: z.number().int(),
  /** The length of each list, of all people. */
  totals: z.record(CustodyList, z.number().int()),
})
export type CustodyListReply = z.infer<typeof CustodyListReply>

/** With `scannedAt`, only tubes that were returned before that time, or by the caller, are confirmed. */
export const PutAwayBody = parameters({
  sampleIds: ChosenIds.nullish(),
  /**
   * The change of custody that the client saw, one for each of `sampleIds`. If a tube was returned anew since, nothing
   * is confirmed.
   */
  custodyEventIds: z.array(EventId).min(1).max(maxChosenSamples).optional(),
  /** All returned tubes with a cell in this storage. */
  storageId: StorageId.nullish(),
  scannedAt,
  nowIfRefused,
})
  .refine(...exactlyOne('sampleIds', 'storageId'))
  .refine(
    ({ sampleIds, custodyEventIds }) =>
      custodyEventIds === undefined || custodyEventIds.length === sampleIds?.length,
    { message: 'custodyEventIds must hold one change for each sample', path: ['custodyEventIds'] },
  )
export type PutAwayBody = z.infer<typeof PutAwayBody>

const CountReply = z.object({ success, count: z.number().int() })

/** Endpoints for what can be taken out of the freezer, and who has it. */
export const custodyApi = {
  checkOut: endpoint({
    method: 'POST',
    path: '/custody/check-out',
    permission: 'custody.edit',
    summary: 'Check tubes out for a purpose, all or none; a tube that was missing is found',
    body: CheckOutBody,
    reply: z.object({ success, tubes: z.array(CheckedOutTube) }),
  }),
  return: endpoint({
    method: 'POST',
    path: '/custody/return',
    permission: 'custody.edit',
    summary: 'Return tubes, all or none; they wait to be put into their cells',
    body: ReturnBody,
    reply: z.object({ success, tubes: z.array(ReturnedTube) }),
  }),
  putAway: endpoint({
    method: 'POST',
    path: '/custody/put-away',
    permission: 'custody.edit',
    summary: 'Confirm that returned tubes are in their cells again: these, or all of one storage',
    body: PutAwayBody,
    reply: CountReply.extend({ sampleIds: z.array(z.uuid()) }),
  }),
  set: endpoint({
    method: 'POST',
    path: '/custody/set',
    permission: 'custody.edit',
    summary: 'Change the custody of samples by hand, with a reason, all or none',
    body: SetCustodyBody,
    reply: CountReply.extend({ eventIds: z.array(z.number().int()) }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/custody/undo',
    permission: 'custody.edit',
    summary: 'Undo changes of custody, all or none; a cell that a change freed is taken again',
    body: parameters({
      eventIds: EventIds,
      /**
       * Required (`reason-required`) while roles are on and a sample that was depleted or disposed of is in use again,
       * or one is released from quarantine.
       */
      reason: CustodyReason.optional(),
      /** True: goes on (`undo-frees-cells`) although samples that become depleted again leave their cells. */
      freesCells: z.boolean().default(false),
    }),
    reply: CountReply,
  }),
  confirmThaw: endpoint({
    method: 'POST',
    path: '/custody/confirm-thaw',
    permission: 'custody.edit',
    summary: 'Confirm freeze-thaw cycles over the limit that another person requested',
    body: parameters({ eventIds: EventIds }),
    reply: CountReply,
  }),
  history: endpoint({
    method: 'GET',
    path: '/custody/history',
    permission: 'sample.read',
    summary: 'Every change of custody of a sample, newest first',
    query: parameters({ sampleId: IdInput }),
    reply: z.object({
      events: z.array(CustodyEvent),
      /** Freeze-thaw cycles that a sample of this type may have; null if there is no limit. */
      thawLimit: z.number().int().nullable(),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/custody/list',
    permission: 'sample.read',
    summary: 'Who holds what: checked out and overdue, missing, quarantined, to put away, to confirm',
    query: CustodyListQuery,
    reply: CustodyListReply,
  }),
}
