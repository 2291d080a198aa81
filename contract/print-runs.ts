import { z } from 'zod'
import { maxInteger } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { IdInput } from './id-input.ts'
import { LabelStock } from './labels.ts'
import { parameters } from './parameters.ts'
import { optionalText } from './text.ts'

/**
 * What is known of one label. `sending` is set before the label goes to the printer agent, so that a tab which dies
 * meanwhile leaves it in doubt (`unknown`) and not forgotten.
 */
export const PrintState = z.enum(['waiting', 'sending', 'sent', 'failed', 'unknown', 'cancelled'])
export type PrintState = z.infer<typeof PrintState>

/**
 * A label in doubt goes on only by a person's word: it did print, or it shall be printed again. From `sending` back to
 * `waiting` goes a label that was never handed to the agent; `sent` comes into doubt when it may wait in a printer that
 * has stopped.
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
  /** Null while labels of it may still be sent. */
  finishedAt: z.iso.datetime().nullable(),
  reason: z.string(),
  total: z.number().int(),
  counts: z.record(PrintState, z.number().int()),
})
export type PrintRun = z.infer<typeof PrintRun>

export const PrintLabel = z.object({
  /** Counts from 1, in the order of printing. */
  place: z.number().int(),
  sampleId: z.uuid(),
  sampleName: z.string(),
  tubeId: z.string(),
  state: PrintState,
  reason: z.string(),
  attempts: z.number().int(),
  /** The ZPL; null when the sample was deleted during the run. */
  labelData: z.string().nullable(),
})
export type PrintLabel = z.infer<typeof PrintLabel>

export const maxLabelsPerRun = 20_000
export const maxMarksPerRequest = 1000
export const labelsPerPage = 200

export const StartPrintRunBody = parameters({
  batchId: IdInput.optional(),
  sampleIds: z.array(IdInput).min(1).max(1000).optional(),
  /** Needed when a label was printed before. */
  reason: optionalText(500),
  /** Leaves out what was printed before, or may have been. */
  onlyUnprinted: z.boolean().default(false),
}).refine(({ batchId, sampleIds }) => (batchId === undefined) !== (sampleIds === undefined), {
  message: 'Give either batchId or sampleIds',
  path: ['batchId'],
})
export type StartPrintRunBody = z.infer<typeof StartPrintRunBody>

export const MarkLabelsBody = parameters({
  runId: z.uuid('runId must be the id of a print run'),
  labels: z
    .array(
      parameters({
        place: z.number().int().min(1).max(maxInteger),
        from: PrintState,
        to: PrintState,
        reason: optionalText(500),
      }),
    )
    .min(1)
    .max(maxMarksPerRequest),
})
export type MarkLabelsBody = z.infer<typeof MarkLabelsBody>

export const LabelPageQuery = parameters({
  runId: z.uuid('runId must be the id of a print run'),
  /** Comma-separated; all states without it. */
  states: z
    .string()
    .optional()
    .transform((given) => given?.split(',').filter(Boolean))
    .pipe(z.array(PrintState).optional()),
  /** Labels after this place. */
  after: z.coerce.number().int().min(0).max(maxInteger).default(0),
  pageSize: z.coerce.number().int().min(1).max(labelsPerPage).default(labelsPerPage),
})
export type LabelPageQuery = z.infer<typeof LabelPageQuery>

const runId = parameters({ runId: z.uuid('runId must be the id of a print run') })
const RunReply = z.object({ success: z.literal(true), run: PrintRun })

const OpenRunReply = z.object({
  run: PrintRun.nullable(),
  /** How long ago a label of it last moved. A few seconds: another window may be printing it right now. */
  quietSeconds: z.number().int().nullable(),
})

/** A label for a file; printing it leaves no record. */
export const BatchLabel = z.object({
  sampleId: z.uuid(),
  sampleName: z.string(),
  tubeId: z.string(),
  labelData: z.string(),
})
export type BatchLabel = z.infer<typeof BatchLabel>

export const BatchLabelsQuery = parameters({
  batchId: IdInput,
  pageNumber: z.coerce.number().int().min(0).max(100_000_000).default(0),
  pageSize: z.coerce.number().int().min(1).max(labelsPerPage).default(labelsPerPage),
})
export type BatchLabelsQuery = z.infer<typeof BatchLabelsQuery>

export const printRunsApi = {
  start: endpoint({
    method: 'POST',
    path: '/print-runs/start',
    summary: 'Begin a recorded print run over a batch or over chosen samples',
    body: StartPrintRunBody,
    reply: RunReply,
  }),
  open: endpoint({
    method: 'GET',
    path: '/print-runs/open',
    summary: 'The unfinished print run of a batch, if there is one',
    query: parameters({ batchId: IdInput }),
    reply: OpenRunReply,
  }),
  printedBefore: endpoint({
    method: 'GET',
    path: '/print-runs/printed-before',
    summary: 'How many labels of a batch were printed before, or may have been',
    query: parameters({ batchId: IdInput }),
    reply: z.object({ total: z.number().int(), printedBefore: z.number().int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/print-runs/get',
    summary: 'A print run with how many labels are in which state',
    query: runId,
    reply: z.object({ run: PrintRun }),
  }),
  labels: endpoint({
    method: 'GET',
    path: '/print-runs/labels',
    summary: 'Labels of a run with their ZPL, in the order of printing',
    query: LabelPageQuery,
    reply: z.object({ labels: z.array(PrintLabel), stock: LabelStock }),
  }),
  mark: endpoint({
    method: 'POST',
    path: '/print-runs/mark',
    summary: 'Record what became of labels; refused when one is not in the state it is marked from',
    body: MarkLabelsBody,
    reply: z.object({
      success: z.literal(true),
      /** Places whose sample was deleted meanwhile: cancelled instead of `sending`, and not to be printed. */
      leftOut: z.array(z.number().int()),
    }),
  }),
  resume: endpoint({
    method: 'POST',
    path: '/print-runs/resume',
    summary: 'Take over a run whose tab is gone: labels that were being sent are in doubt from now on',
    body: runId,
    reply: RunReply,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/print-runs/finish',
    summary: 'End a run; labels not yet sent are cancelled',
    body: runId,
    reply: RunReply,
  }),
  batchLabels: endpoint({
    method: 'GET',
    path: '/print-runs/batch-labels',
    summary: 'The labels of a batch for a file, without a print run',
    query: BatchLabelsQuery,
    reply: z.object({ labels: z.array(BatchLabel), totalLabels: z.number().int(), stock: LabelStock }),
  }),
  ofSample: endpoint({
    method: 'GET',
    path: '/print-runs/of-sample',
    summary: 'How often, when and by whom the label of a sample was printed',
    query: parameters({ sampleId: IdInput }),
    reply: z.object({
      count: z.number().int(),
      prints: z.array(
        z.object({
          /** Where a label in doubt is settled by `mark`. */
          runId: z.uuid(),
          place: z.number().int(),
          at: z.iso.datetime(),
          state: PrintState,
          userName: z.string(),
          reason: z.string(),
        }),
      ),
    }),
  }),
}
