import type { LifecycleEvent, Sample } from '@lims/contract/samples.ts'
import { expect } from 'vitest'
import { openBrowser } from './browser.ts'
import { signIn } from './sign-in.ts'

const lanes = 16
/** Replies of a server whose database is not there for the moment. */
const unavailable = [503, 507]

/** Receives samples as fast as a server takes them, and remembers which receipts it acknowledged. */
export async function openReceiveLoad(url: string) {
  const { token } = await signIn(url)
  const call = async (path: string, json?: object) => {
    const reply = await openBrowser().send(`${url}/api${path}`, { token, json })
    const body = (await reply.json()) as {
      samples: Sample[]
      events: LifecycleEvent[]
      batch: { id: string }
    }
    return { status: reply.status, body }
  }
  const acknowledged = new Set<string>()
  let waiting: string[] = []
  let isRunning = false

  async function receiveInTurn() {
    while (isRunning) {
      const id = waiting.pop()
      if (!id) return
      const { status } = await call('/samples/receive', { identifier: id }).catch(() => ({ status: 0 }))
      if (status === 200) acknowledged.add(id)
      else if (status !== 0) expect(unavailable).toContain(status)
    }
  }

  return {
    call,
    acknowledged,
    /**
     * Registers samples and begins to receive them; stops when the returned function is called, or when the server is
     * gone.
     */
    start: async (name: string, numSamples: number) => {
      const batch = { name, description: 'Plasma', numSamples, tubeType: 'EDTA' }
      const { body } = await call('/batches/add', batch)
      const pages = `/samples/list?batchId=${body.batch.id}&pageSize=1000`
      waiting = (await call(pages)).body.samples.map(({ id }) => id)
      isRunning = true
      const running = Promise.all(Array.from({ length: lanes }, receiveInTurn))
      return async () => {
        isRunning = false
        await running
      }
    },
    /** The acknowledged receipts that the database does not have. */
    lost: async () => {
      const lost: string[] = []
      const unread = [...acknowledged]
      const readInTurn = async () => {
        for (let id = unread.pop(); id !== undefined; id = unread.pop()) {
          const { body } = await call(`/samples/lifecycle-history?sampleId=${id}`)
          const statuses = body.events.map(({ status }) => status)
          if (statuses.join() !== 'RECEIVED') lost.push(`${id}: ${statuses.join()}`)
        }
      }
      await Promise.all(Array.from({ length: lanes }, readInTurn))
      return lost
    },
  }
}
