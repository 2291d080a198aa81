import type { AuditAction } from '@lims/contract/audit.ts'
import type { Lab } from './lab.ts'
import { ok } from './ok.ts'

/** How a call that writes is prepared and sent, and the actions that it must leave in the audit trail. */
export type WritingCall = { call: () => Promise<() => Promise<unknown>>; leaves: AuditAction[] }

type Body = Record<string, never> & {
  batch: { id: string }
  view: { id: string }
  stockTake: { id: string }
  pickList: { id: string }
  run: { id: string }
  storage: { id: number }
  move: { id: string }
  deletionId: string
  sample: { eventId: number }
  samples: { id: string }[]
  tubes: { eventId: number }[]
  eventIds: number[]
}

/** What the walks over the calls that write prepare them with. */
export function callHelpers(lab: Lab) {
  const post = (path: string, body?: object, token?: string) => ok<Body>(lab.post(path, body, token))
  const storage = async (type: string, more: object = {}) =>
    (await post('/storage/add', { alias: `A ${type}`, type, numberRows: 3, numberColumns: 3, ...more }))
      .storage.id
  const placed = async () => {
    const { id: sampleId } = await lab.addSample()
    const storageId = await storage('BOX')
    await post('/samples/associate', { sampleId, storageId, location: 'A1' })
    return { sampleId, storageId }
  }
  return { post, storage, placed }
}
