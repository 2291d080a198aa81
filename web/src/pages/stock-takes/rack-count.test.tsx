import { racksApi } from '@lims/contract/rack-scan.ts'
import { type StockTakeBox, stockTakesApi } from '@lims/contract/stock-takes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { aMissingTube, aRackEntry, aRackPreview } from '../../../test/rack-records.ts'
import { serverAnswers } from '../../../test/server.ts'
import { RackCount } from './rack-count.tsx'

const counts = { 'in-place': 0, 'other-place': 0, missing: 0, 'not-recorded': 0, 'unknown-code': 0 }
const box: StockTakeBox = {
  storageId: 3,
  alias: 'Box 3',
  path: '',
  state: 'not-begun',
  isEmpty: false,
  expected: 96,
  counts,
  counterName: null,
  countedAt: null,
}
const stockTakeId = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'

test('a box is counted only by the reading of positions that is shown', async () => {
  const own = Promise.withResolvers<void>()
  serverAnswers(racksApi.preview, async ({ body }) => {
    const { convention = 'slas' } = body as { convention?: 'own' | 'slas' }
    if (convention === 'own') await own.promise
    return aRackPreview({ convention })
  })
  const counted = serverAnswers(stockTakesApi.scanRack, {
    success: true,
    counts,
    unreadable: 0,
    isFinished: true,
  })
  const user = openScreen(<RackCount stockTakeId={stockTakeId} box={box} onDone={() => {}} />)
  await user.upload(await screen.findByLabelText('Rack file'), new File(['A1,T0000001'], 'rack.csv'))
  const dialog = within(await screen.findByRole('dialog'))
  const count = dialog.getByRole('button', { name: 'Count Box 3' })
  await waitFor(() => expect(count).toBeEnabled())

  await user.click(dialog.getByText('As Box 3 labels its cells'))
  await waitFor(() => expect(count).toBeDisabled())
  own.resolve()
  await waitFor(() => expect(count).toBeEnabled())
  await user.click(count)

  await waitFor(() => expect(counted).toHaveLength(1))
  expect(counted[0]?.body).toMatchObject({ convention: 'own' })
})

test('what is confirmed is what is counted: a tube that is recorded as away is not missing, and found it is not recorded', async () => {
  serverAnswers(
    racksApi.preview,
    aRackPreview({
      entries: [
        aRackEntry({ state: 'same' }),
        aRackEntry({ state: 'same', arrival: 'put-away' }),
        aRackEntry({ state: 'same', arrival: 'returned' }),
        aRackEntry({ state: 'moved', arrival: 'found' }),
        aRackEntry({ state: 'moved' }),
        aRackEntry({ state: 'new' }),
      ],
      missing: [
        aMissingTube(),
        aMissingTube({ custody: 'CHECKED_OUT', isInTheWay: true }),
        aMissingTube({ custody: 'MISSING', isInTheWay: true }),
      ],
    }),
  )
  const user = openScreen(<RackCount stockTakeId={stockTakeId} box={box} onDone={() => {}} />)
  await user.upload(await screen.findByLabelText('Rack file'), new File(['A1,T0000001'], 'rack.csv'))
  expect(
    await screen.findByText(
      '2 where they should be · 1 in another place · 1 missing · 3 present, not recorded',
    ),
  ).toBeInTheDocument()
})

test('a file that is probably that of another box says so before the box is counted by it', async () => {
  const from = (cell: number) => ({
    storageId: 4,
    rowCoordinate: 1,
    columnCoordinate: cell,
    position: `A${cell}`,
    path: `Freezer 1 › Box 4 › A${cell}`,
  })
  const entries = [1, 2, 3].map((cell) => aRackEntry({ state: 'moved', from: from(cell) }))
  serverAnswers(racksApi.preview, aRackPreview({ entries, missing: [aMissingTube()] }))
  const user = openScreen(<RackCount stockTakeId={stockTakeId} box={box} onDone={() => {}} />)
  await user.upload(await screen.findByLabelText('Rack file'), new File(['A1,T0000001'], 'rack.csv'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(
    await dialog.findByText('3 of 3 known tubes are registered in another box. Is this its file?'),
  ).toBeInTheDocument()
  expect(dialog.getByRole('link', { name: 'Freezer 1 › Box 4' })).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Count Box 3' })).toHaveClass('ant-btn-dangerous')
})

test.each([
  [1, '1 tube could not be read: scan it, then finish Box 3.'],
  [2, '2 tubes could not be read: scan them one by one, then finish Box 3.'],
])('a count with %i unreadable tubes says what to do', async (unreadable, message) => {
  serverAnswers(racksApi.preview, aRackPreview())
  serverAnswers(stockTakesApi.scanRack, { success: true, counts, unreadable, isFinished: false })
  const user = openScreen(<RackCount stockTakeId={stockTakeId} box={box} onDone={() => {}} />)
  await user.upload(await screen.findByLabelText('Rack file'), new File(['A1,T0000001'], 'rack.csv'))
  const count = await screen.findByRole('button', { name: 'Count Box 3' })
  await waitFor(() => expect(count).toBeEnabled())
  await user.click(count)
  expect(await screen.findByText(message)).toBeInTheDocument()
})
