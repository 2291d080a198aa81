import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ownFailure, unsent } from '../../../test/scan-queues.ts'
import { inOrderOfScans } from './in-order-of-scans.ts'
import { createQueuesByPerson } from './queues-by-person.ts'
import { PendingProgress, QueuedScanFields, UnsentOutcome } from './scan-list.ts'
import { createScanQueue } from './scan-queue.ts'

const Done = z.object({ state: z.literal('done') })
const Scan = z.object({ ...QueuedScanFields, progress: z.union([PendingProgress, UnsentOutcome, Done]) })
type Scan = z.infer<typeof Scan>
const Session = z.object({ scans: z.array(Scan), lastSettledId: z.string().optional() })

/** Two pages of one person. `replies` is what the server replies to a code; without an entry, the scan is done. */
function openPages() {
  const replies = new Map<string, typeof unsent | typeof ownFailure>()
  const sent: string[] = []
  const queryClient = new QueryClient()
  let clock = 0
  const pageOf = (page: string) =>
    createQueuesByPerson((client, owner) =>
      createScanQueue<Scan, z.infer<typeof Session>>(
        { schema: Session, empty: { scans: [] } },
        {
          storage: { getItem: () => null, setItem: () => {} },
          storageKey: page,
          kept: { keep: () => {}, takeOver: async () => 0 },
          now: () => ++clock,
          newId: () => `${page} ${clock}`,
          ...inOrderOfScans(client, owner, {
            send: async ({ readings }: Scan) => {
              sent.push(`${page} ${readings.raw}`)
              return replies.get(`${page} ${readings.raw}`) ?? ({ state: 'done' } as const)
            },
          }),
          onOutcome: () => {},
          onIdle: () => {},
        },
      ),
    )(queryClient, 'ada')
  const [checkOut, scanIn] = [pageOf('check out'), pageOf('scan in')]
  const scan = async (page: typeof scanIn, raw: string) => {
    page.add({ raw }, (added) => added)
    await replied()
  }
  const setBack = () => {
    clock -= 100
  }
  return { replies, sent, checkOut, scanIn, scan, setBack }
}
const replied = () => new Promise((resolve) => setTimeout(resolve, 0))

test('a scan waits for an earlier one of its tube on another page, and for no other', async () => {
  const { replies, sent, checkOut, scanIn, scan } = openPages()
  replies.set('check out T1', unsent)
  await scan(checkOut, 'T1')
  await scan(scanIn, 'T2')
  await scan(scanIn, 't1')
  expect(sent).toEqual(['check out T1', 'scan in T2'])
  expect(scanIn.session.get().scans[0]?.progress).toMatchObject({
    reason: expect.stringMatching(/^Waits for/),
  })

  replies.clear()
  scanIn.retryUnsent()
  checkOut.retryUnsent()
  await replied()
  scanIn.retryUnsent()
  await replied()
  expect(sent.slice(2)).toEqual(['check out T1', 'scan in t1'])
})

test('a scan that fails by itself keeps none on another page waiting', async () => {
  const { replies, sent, checkOut, scanIn, scan } = openPages()
  replies.set('check out T1', ownFailure)
  await scan(checkOut, 'T1')
  await scan(scanIn, 'T1')
  expect(sent).toEqual(['check out T1', 'scan in T1'])
})

test('a scan waits for no later one, and for an earlier one also if the clock was set back since', async () => {
  const { replies, sent, checkOut, scanIn, scan, setBack } = openPages()
  replies.set('check out T1', unsent)
  await scan(checkOut, 'T1')
  setBack()
  await scan(scanIn, 'T1')
  expect(sent).toEqual(['check out T1'])

  replies.clear()
  checkOut.retryUnsent()
  await replied()
  scanIn.retryUnsent()
  await replied()
  expect(sent.slice(1)).toEqual(['check out T1', 'scan in T1'])
})
