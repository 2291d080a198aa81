import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { parameters } from './parameters.ts'
import { requiredText } from './text.ts'

/** How long the browser offers to undo a deletion. The server still can later. */
export const undoWindowMs = 10_000

export const DeletedReply = z.object({
  success: z.literal(true),
  /** Undoes the deletion when given to /deletions/undo. */
  deletionId: z.uuid(),
  /** How many samples went. */
  numSamples: z.number().int(),
})
export type DeletedReply = z.infer<typeof DeletedReply>

/** A sample that is gone, and the deletion that took it. */
export const DeletedSample = z.object({
  deletionId: z.uuid(),
  sampleId: z.uuid(),
  name: z.string(),
  /** The tube id. */
  alias: z.string(),
  /** What was deleted: the sample alone, or its batch with all samples. */
  deletedWith: z.enum(['sample', 'batch']),
  deletedAt: z.iso.datetime(),
  deletedByName: z.string(),
})
export type DeletedSample = z.infer<typeof DeletedSample>

export const deletionsApi = {
  find: endpoint({
    method: 'GET',
    path: '/deletions/find',
    summary: 'Who deleted the sample with this id or tube id, and when',
    query: parameters({ code: requiredText(200, 'code must be the id or tube id of a sample') }),
    reply: z.object({ deletion: DeletedSample.nullable() }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/deletions/undo',
    summary: 'Bring back what a deletion took: the same records with ids, places and history',
    body: parameters({
      deletionId: z.uuid('deletionId must be the one that the deletion answered'),
      /** True: what cannot go back to its cell comes back in no storage. */
      withoutPlace: z.boolean().optional(),
    }),
    reply: z.object({ success: z.literal(true), numSamples: z.number().int() }),
  }),
}
