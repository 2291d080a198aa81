import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { untilReplied } from '../../../../test/open-requests.ts'
import { field, idOf, laboratory, marked, openScanIn, result } from '../../../../test/scan-in.tsx'
import { scannerKeys } from '../../../../test/scanner-keys.ts'
import { aloneAfterMs } from '../../../features/scanning/use-letter-commands.ts'

test('a tube that is stored elsewhere is shown with where it is, and M moves it here', async () => {
  const from = {
    storageId: 9,
    rowCoordinate: 2,
    columnCoordinate: 4,
    position: 'D2',
    path: 'Rack A › Box 9 › D2',
  }
  const { arranged, placed } = laboratory((code) => (code === 'T4' ? { state: 'moved', from } : {}))
  const user = await openScanIn()
  await user.keyboard('T4{Enter}')
  expect(await result().findByText('Stored already')).toBeVisible()
  expect(result().getByRole('link', { name: 'Rack A › Box 9 › D2' })).toHaveAttribute(
    'href',
    '/storage/9/enhanced',
  )
  expect([placed.length, marked()]).toEqual([0, 'A1'])

  await user.keyboard('m')
  expect(await result().findByText('Placed')).toBeVisible()
  expect(arranged[0]?.body).toEqual({
    moves: [{ sampleId: idOf(4), storageId: 3, rowCoordinate: 1, columnCoordinate: 1 }],
    expected: [{ sampleId: idOf(4), storageId: 9, rowCoordinate: 2, columnCoordinate: 4 }],
    scannedAt: expect.any(String),
  })
  expect(field()).toHaveValue('')
  expect(marked()).toBe('B1')

  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  expect(await result().findByText('Taken back')).toBeVisible()
  expect(arranged[1]?.body).toMatchObject({ moves: [{ sampleId: idOf(4), storageId: 9, rowCoordinate: 2 }] })
})

test('names that are written from right to left keep their order in the place of a stored tube', async () => {
  const path = 'מקפיא 1 › Box 9 › D2'
  const from = { storageId: 9, rowCoordinate: 2, columnCoordinate: 4, position: 'D2', path }
  laboratory(() => ({ state: 'moved', from }))
  const user = await openScanIn()
  await user.keyboard('T4{Enter}')
  const shown = '\u2068מקפיא 1\u2069 › \u2068Box 9\u2069 › \u2068D2\u2069'
  expect(await result().findByRole('link', { name: shown })).toBeVisible()
  expect(screen.getByText(`in ${shown}`)).toBeVisible()
})

test('an M that begins a code is not a command', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const from = { storageId: 9, rowCoordinate: 2, columnCoordinate: 4, position: 'D2', path: 'Box 9 › D2' }
  const { arranged, looked } = laboratory(() => ({ state: 'moved', from }))
  const user = await openScanIn()
  await user.keyboard('T4{Enter}')
  await result().findByText('Stored already')
  await user.keyboard('MX-7{Enter}')
  await waitFor(() => expect(looked).toHaveLength(2))
  act(() => void vi.advanceTimersByTime(aloneAfterMs))
  await untilReplied()
  expect(arranged).toHaveLength(0)
})

test.each([
  ['Enter', 'm'],
  ['Tab', 'm'],
  ['Enter', 'ь'],
])(
  'an M that is pressed shortly before the next scan moves the tube here; the scanner ends with %s, the layout has %s',
  async (end, letter) => {
    const from = { storageId: 9, rowCoordinate: 2, columnCoordinate: 4, position: 'D2', path: 'Box 9 › D2' }
    const { arranged, placed } = laboratory((code) => (code === 'LAB 0014' ? { state: 'moved', from } : {}))
    const user = await openScanIn()
    await user.keyboard('LAB 0014{Enter}')
    await result().findByText('Stored already')

    scannerKeys(field()).press({ key: letter, code: 'KeyM' })
    fireEvent.change(field(), { target: { value: letter } })
    const scanner = scannerKeys(field(), 4, 500)
    for (const key of 'LAB0015') scanner.character(key)
    fireEvent.change(field(), { target: { value: `${letter}LAB 0015` } })
    scanner.press({ key: end })

    await waitFor(() => expect(placed).toHaveLength(1))
    expect(arranged[0]?.body).toMatchObject({
      moves: [{ sampleId: idOf(4), storageId: 3, rowCoordinate: 1, columnCoordinate: 1 }],
    })
    expect(placed[0]?.body).toMatchObject({ sampleId: idOf(5), rowCoordinate: 1, columnCoordinate: 2 })
  },
)
