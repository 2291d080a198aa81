import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { strictId } from './id-input.ts'
import { parameters } from './parameters.ts'
import { Reason } from './reason.ts'
import { success } from './success.ts'
import { requiredLine } from './text.ts'

export const subjectsApi = {
  reveal: endpoint({
    method: 'POST',
    path: '/subjects/reveal',
    permission: 'subject.reveal',
    summary: 'The subject and the site of a sample, with a reason that the audit trail keeps',
    body: parameters({
      sampleId: strictId('sampleId must be the id of a sample'),
      reason: Reason,
    }),
    reply: z.object({ subjectId: z.string().nullable(), siteId: z.string().nullable() }),
  }),
  erase: endpoint({
    method: 'POST',
    path: '/subjects/erase',
    permission: 'subject.erase',
    summary:
      'Erase a subject (GDPR, article 17): removes the subject ID, visits and notes of its samples wherever they are kept',
    body: parameters({
      subjectId: requiredLine(200, 'Please enter the whole ID of the subject'),
      reason: Reason,
      /** What becomes of the samples: kept as anonymous, or listed for destruction. */
      samples: z.enum(['keep', 'destroy']),
    }),
    reply: z.object({
      success,
      erasureId: z.uuid(),
      numSamples: z.number().int(),
      numEvents: z.number().int(),
      numDeletedRows: z.number().int(),
      /** Tube IDs of the samples to destroy; empty when they are kept. */
      toDestroy: z.array(z.string()),
      /** How many samples, batches and storages, also deleted ones, still have the ID in their name or tube ID. */
      namesLeft: z.number().int(),
      /** The certificate, as plain text. */
      certificate: z.string(),
    }),
  }),
}
