import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { QueuedScan } from './scan-list.ts'
import { ScanRows } from './scan-rows.tsx'

test('a refused scan and one that fails by itself are listed below the newest 100, and the others counted', () => {
  const progressOf: Record<number, QueuedScan['progress']> = {
    120: { state: 'refused', reason: 'No sample' },
    140: { state: 'unsent', reason: 'Something went wrong', isOwnFailure: true },
  }
  const scans = Array.from({ length: 160 }, (_, index) => ({
    id: `scan ${index}`,
    readings: { raw: `T${index}` },
    scannedAt: 1000 - index,
    failures: 3,
    progress: progressOf[index] ?? { state: 'received' },
  }))
  render(
    <ScanRows
      scans={scans}
      markOf={() => ({ sign: '!', tone: 'problem' })}
      renderScan={({ readings }) => readings.raw}
      onRetry={() => undefined}
      onRemove={() => undefined}
    />,
  )
  expect(screen.getByText('T99')).toBeVisible()
  expect(screen.getByText('T120')).toBeVisible()
  expect(screen.getByText('T140')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove…' })).toBeVisible()
  expect(screen.queryByText('T121')).toBeNull()
  expect(screen.getByText('58 earlier scans are not shown.')).toBeVisible()
})

test('a scan of an earlier day, in a tab that stayed open, has its day', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 30, 8, 15) })
  onTestFinished(() => void vi.useRealTimers())
  const times = [
    new Date(2026, 10, 30, 8, 10, 5),
    new Date(2026, 10, 29, 17, 55),
    new Date(2026, 10, 27, 9, 30),
  ]
  render(
    <ScanRows
      scans={times.map((at, index) => ({
        id: `${index}`,
        readings: { raw: `T${index}` },
        scannedAt: at.getTime(),
        progress: { state: 'received' },
      }))}
      markOf={() => ({ sign: '✓', tone: 'good' })}
      renderScan={({ readings }) => readings.raw}
      onRetry={() => undefined}
      onRemove={() => undefined}
    />,
  )
  const shown = screen.getAllByRole('time').map(({ textContent }) => textContent)
  expect(shown).toEqual(['08:10:05', 'yesterday, 17:55', '27 Nov, 09:30'])
})
