import { z } from 'zod'
import { maxInteger } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { BatchIdFilter, IdInput, strictId } from './id-input.ts'
import { LabelStock } from './labels.ts'
import { offsetFrom0, PageNumber } from './paging.ts'
import { parameters } from './parameters.ts'
import { maxReasonLength } from './reason.ts'
import { ChosenIds } from './sample-bulk.ts'
import { success } from './success.ts'
import { optionalText } from './text.ts'

/**
 * State of one label. `sending` is recorded before the label is sent to the print agent, so that a tab that crashes
 * leaves the label in doubt (`unknown`) instead of unrecorded.
 */
export const PrintState = z.enum(['waiting', 'sending', 'sent', 'failed', 'unknown', 'cancelled'])
export type PrintState = z.infer<typeof PrintState>

/** States of a label that was printed or may have been. */
export const maybePrintedStates = ['sending', 'sent', 'unknown'] as const satisfies readonly PrintState[]

/**
 * Allowed transitions of a label. A person decides about a label in doubt: it was printed, or it is printed again.
 * `sending` → `waiting`: the label never reached the agent. `sent` → `unknown`: it may be queued in a stopped printer.
 */
export const nextPrintStates: Record<PrintState, readonly PrintState[]> = {
  waiting: ['sending', 'cancelled'],
  sending: ['sent', 'failed', 'unknown', 'waiting'],
  sent: ['unknown'],
  failed: ['sending', 'cancelled'],
  unknown: ['sent', 'waiting', 'cancelled'],
  cancelled: [],
}

export const PrintRun = z.object({
  id: z.uuid(),
  batchId: z.uuid().nullable(),
  startedAt: z.iso.datetime(),
  startedByName: z.string(),
  /** Null while the run is open. */
  finishedAt: z.iso.datetime().nullable(),
  reason: z.string(),
  total: z.number().int(),
  counts: z.record(PrintState, z.number().int()),
})
export type PrintRun = z.infer<typeof PrintRun>

export const PrintLabel = z.object({
  /** Number in the order of printing, starting at 1. */
  place: z.number().int(),
  sampleId: z.uuid(),
  sampleName: z.string(),
  tubeId: z.string(),
  state: PrintState,
  reason: z.string(),
  attempts: z.number().int(),
  /** ZPL; null if the sample was deleted during the run. */
  labelData: z.string().nullable(),
})
export type PrintLabel = z.infer<typeof PrintLabel>

export const maxLabelsPerRun = 20_000
export const maxMarksPerRequest = 1000
export const labelsPerPage = 200

const RunId = strictId('runId must be the id of a print run')

export const StartPrintRunBody = parameters({
  batchId: IdInput.optional(),
  sampleIds: ChosenIds.optional(),
  /** Required if a label was printed before. */
  reason: optionalText(maxReasonLength),
  /** Skips labels that were printed before, or may have been. */
  onlyUnprinted: z.boolean().default(false),
  /** Whether `openOfChosen` also returns the unfinished run of a single sample, as that of several samples. */
  isOfChosen: z.boolean().default(false),
}).refine(({ batchId, sampleIds }) => (batchId === undefined) !== (sampleIds === undefined), {
  message: 'Give either batchId or sampleIds, not both',
  path: ['batchId'],
})
export type StartPrintRunBody = z.infer<typeof StartPrintRunBody>

export const MarkLabelsBody = parameters({
  runId: RunId,
  /** All are made or none; several of one label in this order. */
  labels: z
    .array(
      parameters({
        place: z.number().int().min(1).max(maxInteger),
        from: PrintState,
        to: PrintState,
        reason: optionalText(maxReasonLength),
        /**
         * The `attempts` that the label has once it is `sending`. If another window has sent it since, the change is
         * rejected, so that a late report is not taken for one of the latest attempt.
         */
        attempt: z.number().int().min(1).max(maxInteger).optional(),
      }),
    )
    .min(1)
    .max(maxMarksPerRequest),
  /** True if a person has looked at the printer and decides; false if the window that prints reports. */
  isDecision: z.boolean().default(false),
})
export type MarkLabelsBody = z.infer<typeof MarkLabelsBody>

export const LabelPageQuery = parameters({
  runId: RunId,
  /** Comma-separated; defaults to all states. */
  states: z
    .string()
    .optional()
    .transform((input) => input?.split(',').filter(Boolean))
    .pipe(z.array(PrintState).min(1, 'must name a state, such as waiting').optional())
    .meta({ description: `One of ${PrintState.options.join(', ')}, or several separated by commas` }),
  /** Labels after this place. */
  after: offsetFrom0(maxInteger),
  pageSize: z.coerce.number().int().min(1).max(labelsPerPage).default(labelsPerPage),
})
export type LabelPageQuery = z.infer<typeof LabelPageQuery>

const runId = parameters({ runId: RunId })
const RunReply = z.object({ success, run: PrintRun })

const OpenRunReply = z.object({
  run: PrintRun.nullable(),
  /** Seconds since the state of a label last changed. If it is only a few, another window may be printing. */
  quietSeconds: z.number().int().nullable(),
})

export const maxDoubtsNamed = 5

const PrintedBeforeReply = z.object({
  total: z.number().int(),
  /** Labels that were printed, or may have been. */
  printedBefore: z.number().int(),
  /** Labels in `printedBefore` whose samples have no label that was certainly printed. */
  inDoubt: z.number().int(),
  /** The first samples of `inDoubt`, at most 5. */
  samplesInDoubt: z.array(PrintLabel.pick({ sampleId: true, sampleName: true, tubeId: true })),
})
export type PrintedBefore = z.infer<typeof PrintedBeforeReply>

/** A label for download; its printing is not recorded. */
export const BatchLabel = z.object({
  sampleId: z.uuid(),
  sampleName: z.string(),
  tubeId: z.string(),
  labelData: z.string(),
})
export type BatchLabel = z.infer<typeof BatchLabel>

export const BatchLabelsQuery = parameters({
  batchId: BatchIdFilter,
  pageNumber: PageNumber,
  pageSize: z.coerce.number().int().min(1).max(labelsPerPage).default(labelsPerPage),
})
export type BatchLabelsQuery = z.infer<typeof BatchLabelsQuery>

export const printRunsApi = {
  start: endpoint({
    method: 'POST',
    path: '/print-runs/start',
    permission: 'label.print',
    summary: 'Start a print run for a batch or for selected samples',
    body: StartPrintRunBody,
    reply: RunReply,
  }),
  open: endpoint({
    method: 'GET',
    path: '/print-runs/open',
    permission: 'sample.read',
    summary: 'The open print run of a batch, if there is one',
    query: parameters({ batchId: IdInput }),
    reply: OpenRunReply,
  }),
  printedBefore: endpoint({
    method: 'GET',
    path: '/print-runs/printed-before',
    permission: 'sample.read',
    summary: 'How many labels of a batch were printed before, or may have been',
    query: parameters({ batchId: IdInput }),
    reply: PrintedBeforeReply,
  }),
  openOfChosen: endpoint({
    method: 'GET',
    path: '/print-runs/open-of-chosen',
    permission: 'sample.read',
    summary: 'The unfinished print run of chosen samples that the person has started, if there is one',
    reply: OpenRunReply,
  }),
  chosenPrintedBefore: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/print-runs/chosen-printed-before',
    permission: 'sample.read',
    summary: 'How many labels of chosen samples were printed before, or may have been',
    body: parameters({ sampleIds: ChosenIds }),
    reply: PrintedBeforeReply,
  }),
  get: endpoint({
    method: 'GET',
    path: '/print-runs/get',
    permission: 'sample.read',
    summary: 'A print run with the number of labels in each state',
    query: runId,
    reply: z.object({ run: PrintRun }),
  }),
  labels: endpoint({
    method: 'GET',
    path: '/print-runs/labels',
    permission: 'label.print',
    summary: 'Labels of a print run with their ZPL, in order of printing',
    query: LabelPageQuery,
    reply: z.object({ labels: z.array(PrintLabel), stock: LabelStock }),
  }),
  mark: endpoint({
    method: 'POST',
    path: '/print-runs/mark',
    permission: 'label.print',
    summary: 'Record new states of labels; rejected if a label is not in the expected state',
    body: MarkLabelsBody,
    reply: z.object({
      success,
      /**
       * Places that are cancelled instead of `sending` and must not be printed: the sample was deleted, or another run
       * has printed the label, or may have, and this run has no reason to print it again.
       */
      leftOut: z.array(z.number().int()),
      /** Those of `leftOut` whose label another run has printed, or may have. */
      printedElsewhere: z.array(z.number().int()),
    }),
  }),
  resume: endpoint({
    method: 'POST',
    path: '/print-runs/resume',
    permission: 'label.print',
    summary: 'Take over a print run whose tab was closed; labels that were being sent become in doubt',
    body: runId,
    reply: RunReply,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/print-runs/finish',
    permission: 'label.print',
    summary: 'End a print run; labels not yet sent are cancelled',
    body: runId,
    reply: RunReply,
  }),
  batchLabels: endpoint({
    method: 'GET',
    path: '/print-runs/batch-labels',
    permission: 'label.print',
    summary:
      'The labels of a batch for download, without a print run; the page read first is audited as batch.export',
    query: BatchLabelsQuery,
    reply: z.object({ labels: z.array(BatchLabel), totalLabels: z.number().int(), stock: LabelStock }),
  }),
  ofSample: endpoint({
    method: 'GET',
    path: '/print-runs/of-sample',
    permission: 'sample.read',
    summary: 'How often and when the label of a sample was printed, and who recorded it',
    query: parameters({ sampleId: IdInput }),
    reply: z.object({
      count: z.number().int(),
      /** The clock of the server, as in `at`. */
      now: z.iso.datetime(),
      prints: z.array(
        z.object({
          /** With `place`, identifies the label for `mark`. */
          runId: z.uuid(),
          place: z.number().int(),
          /** When the label was sent. */
          at: z.iso.datetime(),
          state: PrintState,
          /** Who made the last record: the person who sent it, or who resumed its run or decided about it later. */
          userName: z.string(),
          reason: z.string(),
          /**
           * Whether its run is unfinished and this person can resume it, which prints what is `waiting`. A run of
           * chosen samples is found only by the person who started it, that of a single label by nobody.
           */
          isRunOpen: z.boolean(),
        }),
      ),
    }),
  }),
}
