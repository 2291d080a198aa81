import { type StockTakeScan, stockTakesApi } from '@lims/contract/stock-takes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aStockTake, aStockTakeBox, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

const found = (code: string): StockTakeScan => ({
  code,
  result: 'in-place',
  sample: null,
  recordedPlace: null,
  position: 'A1',
  isRepeat: false,
  countedBefore: null,
  countedLater: null,
})

let sent: ReturnType<typeof serverAnswers>

beforeEach(() => {
  signIn()
  const boxes = [aStockTakeBox(), aStockTakeBox({ storageId: 4, alias: 'Box 04' })]
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes })
  sent = serverAnswers(stockTakesApi.scan, ({ body }) => ({
    success: true as const,
    scan: found((body as { code: string }).code),
  }))
})

const sentTubes = () =>
  sent.map(({ body }) => {
    const { code, storageId } = body as { code: string; storageId: number }
    return [code, storageId]
  })

async function openField(address: string, label: string) {
  const { user } = openAddress(address)
  await user.click(await screen.findByRole('textbox', { name: label }))
  return user
}

test.each([
  [`/stock-takes/${workId}`, 'Scan the label of a box'],
  [`/stock-takes/${workId}?box=3`, 'Scan the tubes'],
])('tubes that follow a label at once are counted in its box: %s', async (address, label) => {
  const user = await openField(address, label)
  await user.paste('STO0000004\nT1\nT2\nSTO0000003\nT3')
  await waitFor(() => expect(sentTubes()).toHaveLength(3))
  expect(sentTubes()).toEqual([
    ['T1', 4],
    ['T2', 4],
    ['T3', 3],
  ])
  expect(await screen.findByRole('heading', { name: 'Counting Box 03' })).toBeVisible()
})

test('after a label, the box that is chosen in the picture is counted', async () => {
  const user = await openField(`/stock-takes/${workId}?box=3`, 'Scan the tubes')
  await user.paste('STO0000003\nT1')
  await user.click(screen.getByRole('button', { name: /^Box 04/ }))
  await user.click(await screen.findByRole('textbox', { name: 'Scan the tubes' }))
  expect(await screen.findByRole('heading', { name: 'Counting Box 04' })).toBeVisible()
  await user.keyboard('T2{Enter}')
  await waitFor(() =>
    expect(sentTubes()).toEqual([
      ['T1', 3],
      ['T2', 4],
    ]),
  )
})
