import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What has changed since the last event. It names things and tells nothing of them: who may see them asks again. */
export const LiveChange = z.object({
  /** Storages whose own fields or cells have changed; 'all' when they are too many to name. */
  storages: z.union([z.array(z.number().int()), z.literal('all')]).optional(),
  samples: z.literal(true).optional(),
  batches: z.literal(true).optional(),
  /** A scan of the data repository has begun, gone on or ended. */
  sync: z.literal(true).optional(),
})
export type LiveChange = z.infer<typeof LiveChange>

/** After a gap nobody knows what has changed. */
export const everythingChanged: LiveChange = { storages: 'all', samples: true, batches: true, sync: true }

const maxNamedStorages = 200

/** Two changes told as one. */
export function mergeChanges(one: LiveChange, other: LiveChange): LiveChange {
  const storages = mergeStorages(one.storages, other.storages)
  return {
    ...(storages !== undefined && { storages }),
    ...((one.samples || other.samples) && { samples: true }),
    ...((one.batches || other.batches) && { batches: true }),
    ...((one.sync || other.sync) && { sync: true }),
  }
}

function mergeStorages(one: LiveChange['storages'], other: LiveChange['storages']): LiveChange['storages'] {
  if (one === undefined || other === undefined) return one ?? other
  if (one === 'all' || other === 'all') return 'all'
  const ids = [...new Set([...one, ...other])]
  return ids.length > maxNamedStorages ? 'all' : ids
}

/** A quiet stream says something this often, so that a dead one is noticed. */
export const liveHeartbeatMs = 15_000

export const liveApi = {
  changes: endpoint({
    method: 'GET',
    path: '/live',
    summary: 'What changes, as it changes: server-sent events, until the session ends',
    reply: LiveChange,
    replyTypes: ['text/event-stream'],
  }),
}
