import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cell, field, idOf, laboratory, marked, openScanIn } from '../../../../test/scan-in.tsx'
import { doubleSubmitGuardMs } from '../../../api/use-write.ts'

const button = (name: string) => screen.getByRole('button', { name })
const later = () => vi.setSystemTime(Date.now() + doubleSubmitGuardMs)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('a cell that is skipped stays empty until all skipped cells are filled again', async () => {
  const { placed } = laboratory()
  const user = await openScanIn()
  await user.click(button('Skip cell'))
  expect(screen.getByText('Skipped: A1')).toBeVisible()
  expect(marked()).toBe('B1')
  expect(field()).toHaveFocus()
  later()
  await user.click(button('Skip cell'))
  expect(screen.getByText('Skipped: A1, B1')).toBeVisible()

  await user.paste('T1\nT2\nT3\nT4\nT5')
  expect(await screen.findByText('4 placed · 1 not placed')).toBeVisible()
  expect(screen.getByText('Only skipped cells are free')).toBeVisible()
  expect(screen.getByText('Only skipped cells are free.')).toBeVisible()

  await user.click(button('Clear list'))
  expect(screen.getByText('Skipped: A1, B1')).toBeVisible()
  await user.click(button('Fill skipped cells'))
  expect([marked(), screen.queryByText(/Skipped/)]).toEqual(['A1', null])
  await user.keyboard('T5{Enter}')
  expect(await screen.findByText('1 placed')).toBeVisible()
  expect(placed.map(({ body }) => cell(body as never)).map((one) => one.columnCoordinate)).toEqual([
    3, 1, 2, 3, 1,
  ])
})

test('each press skips a cell, also two within half a second', async () => {
  laboratory()
  const user = await openScanIn()
  await user.click(button('Skip cell'))
  await user.click(button('Skip cell'))
  expect(marked()).toBe('C1')
  expect(screen.getByText('Skipped: A1, B1')).toBeVisible()
})

test('a skipped cell that somebody fills is skipped no more, also once it is empty again', async () => {
  const { held } = laboratory()
  const user = await openScanIn()
  await user.click(button('Skip cell'))
  held.push({ sampleId: idOf(9), rowCoordinate: 1, columnCoordinate: 1 })
  await user.keyboard('T1{Enter}')
  await waitFor(() => expect(screen.queryByText('Skipped: A1')).not.toBeInTheDocument())
  expect(marked()).toBe('C1')
  held.shift()
  await user.keyboard('T2{Enter}')
  await waitFor(() => expect(marked()).toBe('A1'))
  expect(screen.queryByText(/Skipped/)).not.toBeInTheDocument()
})

test('Undo last takes back the skip before the tube, and a double click on it no more than that', async () => {
  const { arranged } = laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  expect(await screen.findByText('1 placed')).toBeVisible()
  await user.click(button('Skip cell'))
  expect(marked()).toBe('C1')
  later()
  await user.dblClick(button('Undo last'))
  expect([marked(), arranged.length]).toEqual(['B1', 0])
  later()
  await user.click(button('Undo last'))
  await waitFor(() => expect(marked()).toBe('A1'))
  expect(arranged).toHaveLength(1)
})

test('Undo last goes back in time: a tube, the skip before it, and the tube before that', async () => {
  const { arranged } = laboratory((code) => (code === 'T9' ? { state: 'unknown', sample: undefined } : {}))
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  expect(await screen.findByText('1 placed')).toBeVisible()
  later()
  await user.click(button('Skip cell'))
  later()
  await user.keyboard('T2{Enter}T9{Enter}')
  expect(await screen.findByText('2 placed · 1 not placed')).toBeVisible()
  for (const next of ['C1', 'B1', 'A1']) {
    later()
    await user.click(button('Undo last'))
    await waitFor(() => expect(marked()).toBe(next))
    later()
  }
  expect(arranged).toHaveLength(2)
})

test('after a scan, Undo last takes the tube back and the skipped cell stays empty', async () => {
  laboratory()
  const user = await openScanIn()
  await user.click(button('Skip cell'))
  later()
  await user.keyboard('T1{Enter}')
  expect(await screen.findByText('1 placed')).toBeVisible()
  later()
  await user.click(button('Undo last'))
  expect(await screen.findByText('Taken back')).toBeVisible()
  expect([marked(), screen.getByText('Skipped: A1').textContent]).toEqual(['B1', 'Skipped: A1'])
})
