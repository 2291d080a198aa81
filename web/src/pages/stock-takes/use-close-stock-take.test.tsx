import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { stockTakesApi } from '@lims/contract/stock-takes.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { workId } from '../../../test/freezer-work-records.ts'
import { openScreen } from '../../../test/open-screen.tsx'
import { keysOf, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { useArrange } from '../../entities/storage/use-arrange.ts'
import { undoLatest } from '../../ui/use-undo-notice.tsx'
import { useCloseStockTake } from './use-close-stock-take.ts'

/** When an acceptance has closed the stock-take. */
const closedAt = '2026-11-20T09:00:00.000Z'

const move = { sampleId: '7f9c24e8-3b1a-4d0e-9c55-000000000001', storageId: 0 }

function Harness() {
  const { apply } = useCloseStockTake(workId, 'Freezer 1')
  const arrange = useArrange()
  const results = { results: ['missing' as const], expected: {}, differences: [], differenceIds: [] }
  return (
    <>
      <button type="button" onClick={() => apply.mutate({ accept: results, keepCells: false })}>
        Accept
      </button>
      <button
        type="button"
        onClick={() => arrange.mutate({ moves: [move], expected: [move], notice: '1 tube moved' })}
      >
        Move
      </button>
    </>
  )
}

test('the end of a stock-take is undone once a later move of a tube is undone', async () => {
  const movedBack = Promise.withResolvers<void>()
  serverAnswers(stockTakesApi.apply, { success: true, applied: 1, changedSince: 0, closedAt })
  const undone = serverAnswers(stockTakesApi.undo, { success: true })
  const moved = serverAnswers(sampleLocationApi.arrange, async () => {
    if (moved.length > 1) await movedBack.promise
    return { success: true as const, count: 1, before: [], custodyEventIds: [] }
  })
  const user = openScreen(<Harness />)
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('The stock-take of Freezer 1 is finished')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('1 tube moved')).toBeVisible()

  act(() => void undoLatest())
  act(() => void undoLatest())
  await waitFor(() => expect(moved).toHaveLength(2))
  expect(undone).toEqual([])
  movedBack.resolve()
  await waitFor(() => expect(undone.map(({ body }) => body)).toEqual([{ id: workId, closedAt }]))
})

test('differences whose acceptance got no reply are accepted as the same ones', async () => {
  const lost = serverRefuses(stockTakesApi.apply, 502)
  const user = openScreen(<Harness />)
  for (const times of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(lost).toHaveLength(times))
  }
  expect(keysOf(lost)).toEqual([expect.any(String), keysOf(lost)[0]])
})

test('an undo whose reply was lost is tried again as the same one', async () => {
  serverAnswers(stockTakesApi.apply, { success: true, applied: 1, changedSince: 0, closedAt })
  const lost = serverRefuses(stockTakesApi.undo, 502)
  const user = openScreen(<Harness />)
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(lost).toHaveLength(1))

  const undone = serverAnswers(stockTakesApi.undo, { success: true })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/^Everything is as it was before/)).toBeVisible()
  expect(keysOf(undone)).toEqual(keysOf(lost))
  expect(keysOf(lost)).toEqual([expect.any(String)])
})
