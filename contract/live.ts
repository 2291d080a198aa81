import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What has changed since the last event. It contains no data of the records: clients fetch again what they show. */
export const LiveChange = z.object({
  /** Ids of storages whose fields or cells have changed; 'all' if there are more than `maxNamedStorages`. */
  storages: z.union([z.array(z.number().int()), z.literal('all')]).optional(),
  samples: z.literal(true).optional(),
  batches: z.literal(true).optional(),
  /** A scan of the data repository has started, progressed or ended. */
  sync: z.literal(true).optional(),
  /** A person was added, or a role, a token or the state of roles changed: clients fetch their permissions again. */
  access: z.literal(true).optional(),
  /** A stock-take, a move of boxes, a pick list or a temperature has changed. */
  freezerWork: z.literal(true).optional(),
  /** A saved view was saved or deleted, such as by an erasure. */
  views: z.literal(true).optional(),
})
export type LiveChange = z.infer<typeof LiveChange>

/** Sent after a gap in the stream, when events may have been missed. */
export const everythingChanged: LiveChange = {
  storages: 'all',
  samples: true,
  batches: true,
  sync: true,
  access: true,
  freezerWork: true,
  views: true,
}

const maxNamedStorages = 200

/** Returns one change that covers both. */
export function mergeChanges(one: LiveChange, other: LiveChange): LiveChange {
  const storages = mergeStorages(one.storages, other.storages)
  return {
    ...(storages !== undefined && { storages }),
    ...((one.samples || other.samples) && { samples: true }),
    ...((one.batches || other.batches) && { batches: true }),
    ...((one.sync || other.sync) && { sync: true }),
    ...((one.access || other.access) && { access: true }),
    ...((one.freezerWork || other.freezerWork) && { freezerWork: true }),
    ...((one.views || other.views) && { views: true }),
  }
}

function mergeStorages(one: LiveChange['storages'], other: LiveChange['storages']): LiveChange['storages'] {
  if (one === undefined || other === undefined) return one ?? other
  if (one === 'all' || other === 'all') return 'all'
  const ids = [...new Set([...one, ...other])]
  return ids.length > maxNamedStorages ? 'all' : ids
}

/** Interval of heartbeats on an idle stream, by which clients detect a dead connection. */
export const liveHeartbeatMs = 15_000

export const liveApi = {
  changes: endpoint({
    method: 'GET',
    path: '/live',
    permission: 'signed-in',
    summary: 'Notifications of changes as server-sent events, until the session ends',
    reply: LiveChange,
    replyTypes: ['text/event-stream'],
  }),
}
