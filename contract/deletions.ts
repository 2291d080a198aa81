import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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

export const deletionsApi = {
  undo: endpoint({
    method: 'POST',
    path: '/deletions/undo',
    summary: 'Bring back what a deletion took: the same records with ids, places and history',
    body: z.object({
      deletionId: z.uuid('deletionId must be the one that the deletion answered'),
      /** True: what cannot go back to its cell comes back in no storage. */
      withoutPlace: z.boolean().optional(),
    }),
    reply: z.object({ success: z.literal(true), numSamples: z.number().int() }),
  }),
}
