import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { parameters } from './parameters.ts'

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
    body: parameters({ deletionId: z.uuid('deletionId must be the one that the deletion answered') }),
    reply: z.object({ success: z.literal(true), numSamples: z.number().int() }),
  }),
}
