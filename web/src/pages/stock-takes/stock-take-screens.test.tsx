import { stockTakesApi } from '@lims/contract/stock-takes.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aStockTake, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { aStorage } from '../../../test/storage-records.ts'

const notFound = { code: 'stock-take-not-found' as const, message: 'Stock-take not found' }

beforeEach(() => {
  signIn()
  serverAnswers(storageApi.get, { storage: aStorage({ id: 1, alias: 'Freezer 1', type: 'FREEZER' }) })
})

test('the stock-takes, with what was found', async () => {
  serverAnswers(stockTakesApi.list, { stockTakes: [aStockTake()], totalStockTakes: 1 })
  openAddress('/stock-takes')
  const link = await screen.findByRole('link', { name: 'Stock-take of Freezer 1' })
  expect(link).toHaveAttribute('href', `/stock-takes/${workId}`)
  expect(screen.getByText(/4 tubes where they should be · 1 of 2 boxes · 1 in another place/)).toBeVisible()
})

test('one unknown code is counted as one', async () => {
  const counts = { ...aStockTake().counts, 'unknown-code': 1 }
  serverAnswers(stockTakesApi.list, { stockTakes: [aStockTake({ counts })], totalStockTakes: 1 })
  openAddress('/stock-takes')
  expect(await screen.findByText(/1 unknown code\b/)).toBeVisible()
})

test('without a stock-take, only the start of one', async () => {
  serverAnswers(stockTakesApi.list, { stockTakes: [], totalStockTakes: 0 })
  openAddress('/stock-takes')
  expect(await screen.findByText('Nothing has been counted yet.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Start stock-take' })).toBeDisabled()
})

test('from the page of a storage, that storage is chosen', async () => {
  const starts = serverAnswers(stockTakesApi.start, { success: true, stockTake: aStockTake() })
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes: [] })
  const { user } = openAddress('/stock-takes?storageId=1')
  await user.click(await screen.findByRole('button', { name: 'Start stock-take' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Stock-take of Freezer 1' })).toBeVisible()
  expect(starts[0]?.body).toEqual({ storageId: 1 })
})

test('tubes that are not recorded are not counted among those that were expected', async () => {
  const counts = { ...aStockTake().counts, 'in-place': 8, 'not-recorded': 1 }
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake({ counts }), boxes: [] })
  openAddress(`/stock-takes/${workId}`)
  expect(await screen.findByText(/^9 of 9 tubes/)).toBeVisible()
})

test('a finished stock-take has no scan field', async () => {
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake({ state: 'applied' }), boxes: [] })
  openAddress(`/stock-takes/${workId}`)
  expect(await screen.findByText('Finished')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: /^Scan/ })).toBeNull()
})

test.each([`/stock-takes/${workId}`, `/stock-takes/${workId}/differences`])(
  'an old link %s leads to all stock-takes',
  async (address) => {
    serverRefuses(stockTakesApi.get, 404, notFound)
    serverRefuses(stockTakesApi.differences, 404, notFound)
    openAddress(address)
    expect(await screen.findByRole('link', { name: 'All stock-takes' })).toHaveAttribute(
      'href',
      '/stock-takes',
    )
  },
)
