import { stockTakesApi } from '@lims/contract/stock-takes.ts'
import { QueryClient } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeAudio } from '../../../test/fake-audio.ts'
import { aStockTake, aStockTakeBox } from '../../../test/freezer-work-records.ts'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { countingQueueOf } from './counting-queue.ts'
import { useCountScans } from './use-count-scans.ts'

fakeAudio()
beforeEach(() => signIn())

const boxes = [3, 4, 5].map((storageId) => aStockTakeBox({ storageId, alias: `Box 0${storageId}` }))
const boxOf = (id: number) => boxes.find(({ storageId }) => storageId === id)

/** Scans whose page shows a box only when the test says so, as one of a large freezer does late. */
function openScans() {
  const sent = serverAnswers(stockTakesApi.scan, () => new Promise<never>(() => {}))
  const queue = countingQueueOf(new QueryClient(), 'ada')
  const given = {
    stockTake: aStockTake(),
    boxes,
    session: queue.session.get(),
    queue,
    labelsAhead: { current: [] },
    isOn: true,
    onChoose: () => {},
  }
  const hook = renderHook(({ box }) => useCountScans({ ...given, box: boxOf(box) }), {
    initialProps: { box: 3 },
  })
  return {
    sent,
    scan: (raw: string) => act(() => hook.result.current.handleScan({ raw })),
    show: (box: number) => hook.rerender({ box }),
  }
}

test('a tube after two labels is counted in the box of the second, also while the page shows the first', async () => {
  const { sent, scan, show } = openScans()
  scan('STO0000004')
  scan('STO0000005')
  show(4)
  scan('T1')
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ code: 'T1', storageId: 5 }))
})

test('a tube after a label is counted in the box that was chosen by hand since', async () => {
  const { sent, scan, show } = openScans()
  scan('STO0000004')
  show(4)
  show(5)
  scan('T1')
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ code: 'T1', storageId: 5 }))
})
