import { z } from 'zod'
import { errorTexts } from './errors.ts'

export const SampleStatus = z.enum([
  'UNKNOWN',
  'COLLECTED',
  'RECEIVED',
  'PROCESSED',
  'QC_PASS',
  'QC_FAIL',
  'SEQUENCED',
  'SENT_TO_C2N',
])
export type SampleStatus = z.infer<typeof SampleStatus>

/** Parses a status. SENT_TO_COLLABORATOR, the name in other systems, means SENT_TO_C2N. */
export const StatusInput = z.preprocess(
  (input) => (input === 'SENT_TO_COLLABORATOR' ? 'SENT_TO_C2N' : input),
  z.enum(SampleStatus.options, {
    error: ({ input }) => `${errorTexts.statusPrefix}: '${asText(input).slice(0, 40)}' is not a status`,
  }),
)

const asText = (input: unknown) => (typeof input === 'string' ? input : (JSON.stringify(input) ?? ''))

/** Allowed transitions of a sample. The database enforces this table; the browser uses it to offer choices. */
export const nextStatuses: Record<SampleStatus, readonly SampleStatus[]> = {
  UNKNOWN: ['COLLECTED'],
  COLLECTED: ['RECEIVED', 'UNKNOWN'],
  RECEIVED: ['PROCESSED', 'UNKNOWN'],
  PROCESSED: ['QC_PASS', 'QC_FAIL', 'UNKNOWN'],
  QC_PASS: ['SEQUENCED', 'SENT_TO_C2N', 'UNKNOWN'],
  QC_FAIL: ['PROCESSED', 'UNKNOWN'],
  SEQUENCED: ['UNKNOWN'],
  SENT_TO_C2N: ['UNKNOWN'],
}

/** Whether a change of status goes back: to UNKNOWN, or to a stage that the sample had reached before. */
export const isEarlierStatus = (to: SampleStatus, from: SampleStatus): boolean => stageOf[to] < stageOf[from]

const stageOf: Record<SampleStatus, number> = {
  UNKNOWN: 0,
  COLLECTED: 1,
  RECEIVED: 2,
  PROCESSED: 3,
  QC_PASS: 4,
  QC_FAIL: 4,
  SEQUENCED: 5,
  SENT_TO_C2N: 5,
}

/**
 * Receiving allows more than the table above, because a tube can arrive without having been registered as collected.
 */
export const receivableStatuses: readonly SampleStatus[] = ['UNKNOWN', 'COLLECTED']

/** Returns a code as shown on screen and labels, with spaces instead of underscores. */
export const displayName = (value: string): string => value.replaceAll('_', ' ')
