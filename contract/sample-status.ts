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

/** A status as callers give it. SENT_TO_COLLABORATOR is other systems' word for SENT_TO_C2N. */
export const StatusInput = z.preprocess(
  (given) => (given === 'SENT_TO_COLLABORATOR' ? 'SENT_TO_C2N' : given),
  z.enum(SampleStatus.options, {
    error: ({ input }) => `${errorTexts.statusPrefix}: '${asText(input).slice(0, 40)}' is not a status`,
  }),
)

const asText = (given: unknown) => (typeof given === 'string' ? given : (JSON.stringify(given) ?? ''))

/** Where a sample may go next. The database enforces this table; the browser only offers it. */
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

/** Receiving is its own door: wider than the table above, because a tube can arrive unannounced. */
export const receivableStatuses: readonly SampleStatus[] = ['UNKNOWN', 'COLLECTED']

/** Labels show underscores as spaces. */
export const displayName = (value: string): string => value.replaceAll('_', ' ')
