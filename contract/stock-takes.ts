import { z } from 'zod'
import { InstantInput, maxInteger } from './bounds.ts'
import { Custody } from './custody.ts'
import { endpoint } from './endpoint.ts'
import { formatNumber } from './format-count.ts'
import { IdInput } from './id-input.ts'
import { PageQuery } from './paging.ts'
import { bothOrNeither, parameters } from './parameters.ts'
import { PreviewRackBody } from './rack-scan.ts'
import { nowIfRefused } from './scan-time.ts'
import { Coordinate, StorageId } from './storage.ts'
import { success } from './success.ts'
import { exactText, maxTextLength, requiredText } from './text.ts'

/** Maximum number of boxes that one stock-take covers. */
export const maxStockTakeBoxes = 5000
/** Maximum number of differences that are chosen one by one, by their ids. */
const maxChosenIds = 20_000
/** The same with what was shown of each: a body has at most 65,000 values. */
const maxChosenDifferences = 10_000
/** Longer than ten storages with names of 200 characters, one inside the other. */
const maxPlaceLength = 3000

/**
 * in-place: recorded where it was scanned. other-place: recorded in another cell. missing: recorded in a box that was
 * finished without it. not-recorded: without a place on record, or recorded as checked out, missing, depleted or
 * disposed of. unknown-code: no sample has this code.
 */
export const StockTakeResult = z.enum(['in-place', 'other-place', 'missing', 'not-recorded', 'unknown-code'])
export type StockTakeResult = z.infer<typeof StockTakeResult>

/** The results as pages and reports name them, of one tube and of several. */
export const stockTakeResultTexts: Record<StockTakeResult, { one: string; many: string }> = {
  'in-place': { one: 'where it should be', many: 'where they should be' },
  'other-place': { one: 'in another place', many: 'in another place' },
  missing: { one: 'missing', many: 'missing' },
  'not-recorded': { one: 'present, not recorded', many: 'present, not recorded' },
  'unknown-code': { one: 'unknown code', many: 'unknown codes' },
}

/** The differences that can be accepted. Unknown codes are only reported. */
export const AcceptableResult = z.enum(['other-place', 'missing', 'not-recorded'])
export type AcceptableResult = z.infer<typeof AcceptableResult>

export const StockTakeState = z.enum(['open', 'applied', 'cancelled'])
export type StockTakeState = z.infer<typeof StockTakeState>

export const stockTakeStateTexts: Record<StockTakeState, string> = {
  open: 'Open',
  applied: 'Finished',
  cancelled: 'Cancelled',
}

const count = z.number().int()

/** Number of tubes by result. */
export const StockTakeCounts = z.object({
  'in-place': count,
  'other-place': count,
  missing: count,
  'not-recorded': count,
  'unknown-code': count,
}) satisfies z.ZodType<Record<StockTakeResult, number>>
export type StockTakeCounts = z.infer<typeof StockTakeCounts>

export const StockTake = z.object({
  id: z.uuid(),
  storageId: z.number().int(),
  /** The storage that is counted and those around it, root first, such as 'Freezer 1 › Rack A', as called at the start. */
  storageName: z.string(),
  state: StockTakeState,
  startedAt: z.iso.datetime(),
  startedBy: z.string(),
  closedAt: z.iso.datetime().nullable(),
  closedBy: z.string().nullable(),
  counts: StockTakeCounts,
  /**
   * Number of tubes that should be in all boxes, each once, also if it was moved from one to another; of finished boxes
   * as it was when they were finished.
   */
  expectedTubes: count,
  numBoxes: count,
  numFinishedBoxes: count,
  /** Names of those who have counted, at most 20. */
  counterNames: z.array(z.string()),
})
export type StockTake = z.infer<typeof StockTake>

export const StockTakeBox = z.object({
  storageId: z.number().int(),
  alias: z.string(),
  /**
   * Aliases of the storages between the counted storage and the box, such as 'Shelf 1 › Rack A'; of a box that was
   * carried elsewhere, of all around it. May be empty.
   */
  path: z.string(),
  state: z.enum(['not-begun', 'counting', 'finished']),
  isEmpty: z.boolean(),
  expected: count,
  /** What was found in the box by result, and what is missing from it. */
  counts: StockTakeCounts,
  /** Who has counted here last, and when. */
  counterName: z.string().nullable(),
  countedAt: z.iso.datetime().nullable(),
})
export type StockTakeBox = z.infer<typeof StockTakeBox>

/** What a scan has found. */
export const StockTakeScan = z.object({
  code: z.string(),
  result: StockTakeResult,
  /** Null for an unknown code. */
  sample: z.object({ id: z.uuid(), name: z.string(), alias: z.string(), custody: Custody }).nullable(),
  /** Aliases from the root to the position where it is recorded; null without a place. */
  recordedPlace: z.string().nullable(),
  /** The position label of the recorded cell, if that is in the scanned box. */
  position: z.string().nullable(),
  /** True if it was scanned in this box before: it counts once. */
  isRepeat: z.boolean(),
  /** The box where it was counted before, with those around it, root first; it counts here now. */
  countedBefore: z.string().nullable(),
  /** The same of the box where it was scanned later than here; it counts there. */
  countedLater: z.string().nullable(),
})
export type StockTakeScan = z.infer<typeof StockTakeScan>

export const StockTakeDifference = z.object({
  id: z.number().int(),
  result: StockTakeResult,
  /** The tube ID, or the unknown code as it was scanned. */
  code: z.string(),
  sampleId: z.uuid().nullable(),
  sampleName: z.string().nullable(),
  /** The record when it was judged. */
  recordedPlace: z.string().nullable(),
  recordedCustody: Custody.nullable(),
  /** Where it was found; null for a missing tube. */
  foundPlace: z.string().nullable(),
  countedBy: z.string(),
  countedAt: z.iso.datetime(),
  /** Its place or its custody has changed since it was judged: it is not applied. */
  isChangedSince: z.boolean(),
  /** It was returned, and nobody has confirmed since that it is in its cell. */
  isToPutAway: z.boolean(),
  isAccepted: z.boolean(),
})
export type StockTakeDifference = z.infer<typeof StockTakeDifference>

/** A tube that is recorded in a box, or was found there. */
export const StockTakeTube = z.object({
  sampleId: z.uuid().nullable(),
  code: z.string(),
  sampleName: z.string().nullable(),
  custody: Custody.nullable(),
  /** The position label of the recorded cell in this box. */
  position: z.string().nullable(),
  /** Null: not counted yet. */
  result: StockTakeResult.nullable(),
})
export type StockTakeTube = z.infer<typeof StockTakeTube>

const BoxBody = parameters({ stockTakeId: IdInput, storageId: StorageId })
export type BoxBody = z.infer<typeof BoxBody>

export const StockTakeScanBody = BoxBody.extend({
  code: requiredText(maxTextLength.code, 'code is missing'),
  /** The cell where the tube was found, counted from 1. */
  row: Coordinate.nullish(),
  column: Coordinate.nullish(),
  /** When the tube was scanned, if that was before the request: within the current session, and not in the future. */
  scannedAt: InstantInput.nullish(),
  nowIfRefused,
}).refine(...bothOrNeither('row', 'column'))
export type StockTakeScanBody = z.infer<typeof StockTakeScanBody>

export const StockTakeRackBody = PreviewRackBody.extend({
  stockTakeId: IdInput,
  scannedAt: InstantInput.nullish(),
})
export type StockTakeRackBody = z.infer<typeof StockTakeRackBody>

const ShownCount = z.number().int().min(0).max(maxInteger).optional()
const ShownCounts = parameters({
  'other-place': ShownCount,
  missing: ShownCount,
  'not-recorded': ShownCount,
} satisfies Record<AcceptableResult, typeof ShownCount>)

const mayName = (max: number) => `may name at most ${formatNumber(max)} differences`
const DifferenceId = z.number().int().min(1).max(1_000_000_000_000)
/** A difference as it was shown. */
const ShownDifference = parameters({
  id: DifferenceId,
  result: AcceptableResult,
  foundPlace: exactText(maxPlaceLength).nullable(),
})
export type ShownDifference = z.infer<typeof ShownDifference>

export const AcceptBody = parameters({
  id: IdInput,
  accept: parameters({
    /** All differences with these results. */
    results: z.array(AcceptableResult).max(3).default([]),
    /** How many of each of these results the person was shown; rejected if they are not as many any more. */
    expected: ShownCounts.default({}),
    /** Single differences; rejected if one has another result, or was found in another place, than it was shown. */
    differences: z
      .array(ShownDifference)
      .max(maxChosenDifferences, mayName(maxChosenDifferences))
      .default([]),
    /** Single differences as they are now; rejected if one is no difference any more. */
    differenceIds: z.array(DifferenceId).max(maxChosenIds, mayName(maxChosenIds)).default([]),
  }),
  /** Missing tubes keep their cells. */
  keepCells: z.boolean().default(false),
})
export type AcceptBody = z.infer<typeof AcceptBody>

const IdBody = parameters({ id: IdInput })

export const UndoApplyBody = IdBody.extend({
  /** When the acceptance to undo closed the stock-take; by default the latest one. */
  closedAt: InstantInput.nullish(),
})
export type UndoApplyBody = z.infer<typeof UndoApplyBody>

export const stockTakesApi = {
  start: endpoint({
    method: 'POST',
    path: '/stock-takes/start',
    permission: 'stock-take.count',
    summary: 'Start counting all boxes inside a storage, or one box',
    body: parameters({ storageId: StorageId }),
    reply: z.object({ success, stockTake: StockTake }),
  }),
  scan: endpoint({
    method: 'POST',
    path: '/stock-takes/scan',
    permission: 'stock-take.count',
    summary: 'Count one tube in a box, by tube ID or id; a repeated scan counts once',
    body: StockTakeScanBody,
    reply: z.object({ success, scan: StockTakeScan }),
  }),
  scanRack: endpoint({
    method: 'POST',
    path: '/stock-takes/scan-rack',
    permission: 'stock-take.count',
    summary: 'Count a whole box by the file of a rack reader, and finish it unless tubes were unreadable',
    body: StockTakeRackBody,
    reply: z.object({
      success,
      counts: StockTakeCounts,
      /** Cells with a tube whose code could not be read. */
      unreadable: count,
      /**
       * False if tubes were unreadable, or the file does not cover all recorded tubes: they are still to be counted.
       */
      isFinished: z.boolean(),
    }),
  }),
  markEmpty: endpoint({
    method: 'POST',
    path: '/stock-takes/mark-empty',
    permission: 'stock-take.count',
    summary: 'Finish a box in which there is no tube',
    body: BoxBody,
    reply: z.object({ success, missing: count }),
  }),
  finishBox: endpoint({
    method: 'POST',
    path: '/stock-takes/finish-box',
    permission: 'stock-take.count',
    summary: 'Finish a box: what is recorded there and was scanned nowhere is missing',
    body: BoxBody,
    reply: z.object({
      success,
      missing: count,
      /**
       * Tubes that were scanned nowhere and are not judged as missing: their place or custody has changed since the
       * first scan in the box.
       */
      notJudged: count,
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/stock-takes/get',
    permission: 'storage.read',
    summary: 'A stock-take with its numbers, and its boxes with theirs',
    query: parameters({ id: IdInput }),
    reply: z.object({ stockTake: StockTake, boxes: z.array(StockTakeBox) }),
  }),
  box: endpoint({
    method: 'GET',
    path: '/stock-takes/box',
    permission: 'storage.read',
    summary: 'The tubes that are recorded in a box or were found there, with their results',
    query: BoxBody,
    reply: z.object({ box: StockTakeBox, tubes: z.array(StockTakeTube) }),
  }),
  differences: endpoint({
    method: 'GET',
    path: '/stock-takes/differences',
    permission: 'storage.read',
    summary: 'A page of the differences of a stock-take, by box',
    query: PageQuery.extend({ id: IdInput, result: StockTakeResult.optional() }),
    reply: z.object({
      differences: z.array(StockTakeDifference),
      totalDifferences: count,
      /** Number of missing tubes of the stock-take that were returned and wait to be put away. */
      missingToPutAway: count,
    }),
  }),
  apply: endpoint({
    method: 'POST',
    path: '/stock-takes/apply',
    permission: 'stock-take.apply',
    summary: 'Accept differences and close the stock-take, in one step',
    body: AcceptBody,
    reply: z.object({
      success,
      applied: count,
      /** Chosen differences that were left out because the tube has changed since it was judged. */
      changedSince: count,
      closedAt: z.iso.datetime(),
    }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/stock-takes/undo',
    permission: 'stock-take.apply',
    summary: 'Undo the accepted differences of a stock-take, and open it again',
    body: UndoApplyBody,
    reply: z.object({ success }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/stock-takes/cancel',
    permission: 'stock-take.apply',
    summary: 'Close a stock-take without any change',
    body: IdBody,
    reply: z.object({ success }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/stock-takes/list',
    permission: 'storage.read',
    summary: 'A page of the stock-takes: the open ones first, then the newest',
    query: PageQuery.extend({ state: StockTakeState.optional() }),
    reply: z.object({ stockTakes: z.array(StockTake), totalStockTakes: count }),
  }),
  report: endpoint({
    method: 'GET',
    path: '/stock-takes/report',
    permission: 'export',
    summary: 'The report of a stock-take with a signature: every tube as CSV, or the differences as PDF',
    query: parameters({
      id: IdInput,
      format: z.enum(['csv', 'pdf'], { error: 'format must be csv or pdf' }).default('csv'),
    }),
    reply: z.string(),
    replyTypes: ['text/csv; charset=utf-8', 'application/pdf'],
  }),
}
