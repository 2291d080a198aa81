import { movesApi } from '@lims/contract/moves.ts'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { aMove } from '../../test/freezer-work-records.ts'
import { openAddress } from '../../test/open-address.tsx'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.setSystemTime(new Date(2026, 10, 20, 23, 59, 30))
})
afterEach(() => void vi.useRealTimers())

test('what was done today was done yesterday once another day has begun, also if nobody has touched the page', async () => {
  const startedAt = new Date(2026, 10, 20, 16, 20).toISOString()
  emptyLab()
  signIn()
  serverAnswers(movesApi.list, { moves: [{ ...aMove(), startedAt, startedBy: 'Bo Chen' }], totalMoves: 1 })
  openAddress('/moves')
  expect(await screen.findByText('today, 16:20, Bo Chen')).toBeVisible()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(await screen.findByText('yesterday, 16:20, Bo Chen')).toBeVisible()
})
