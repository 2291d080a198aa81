import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { signIn } from '../../../test/session-token.ts'
import { browserTools } from './queues-by-person.ts'
import { PendingProgress, QueuedScanFields, UnsentOutcome } from './scan-list.ts'

const Scan = z.object({ ...QueuedScanFields, progress: z.union([PendingProgress, UnsentOutcome]) })
const scan: z.infer<typeof Scan> = {
  id: 'scan-1',
  readings: { raw: 'T1' },
  scannedAt: 0,
  progress: { state: 'sending' },
}

test.each([
  ['its owner', 'ada', 1],
  ['another person', 'bo', 0],
  ['nobody known', undefined, 0],
])('while ada is signed in, a scan of %s (%s) is sent %i times', async (_who, owner, times) => {
  signIn({ sub: 'ada' })
  const send = vi.fn(async () => scan)
  const tools = browserTools({
    kind: 'custody',
    owner,
    schema: Scan,
    sending: { send, onFailure: () => scan },
  })
  await tools.send(scan)
  expect(send).toHaveBeenCalledTimes(times)
})

test('scans are kept under the names that earlier versions have used', () => {
  const keyOf = (kind: 'receive' | 'scan-in', place?: number) =>
    browserTools({
      kind,
      owner: 'ada',
      ...(place && { place }),
      schema: Scan,
      sending: { send: async () => scan, onFailure: () => scan },
    })
  const receiving = keyOf('receive')
  const placing = keyOf('scan-in', 3)
  receiving.kept.keep([scan])
  placing.kept.keep([scan])
  expect([receiving.storageKey, placing.storageKey]).toEqual(['lims.scans.ada', 'lims.scan-in.ada.3'])
  expect(Object.keys(localStorage).sort()).toEqual([
    'lims.unsent.receive.ada.scan-1',
    'lims.unsent.scan-in.ada.3.scan-1',
  ])
})
