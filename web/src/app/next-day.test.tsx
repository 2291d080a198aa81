import { auditApi } from '@lims/contract/audit-api.ts'
import { movesApi } from '@lims/contract/moves.ts'
import { picksApi } from '@lims/contract/picks.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { tokensApi } from '@lims/contract/tokens.ts'
import { act, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anEvent, aProof } from '../../test/audit-records.ts'
import { emptyLab } from '../../test/empty-lab.ts'
import { aMove, aPickList, workId } from '../../test/freezer-work-records.ts'
import { openAddress } from '../../test/open-address.tsx'
import { openScreen } from '../../test/open-screen.tsx'
import { aSample } from '../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { aStorage } from '../../test/storage-records.ts'
import { History } from '../features/audit-trail/history.tsx'
import { PersonHistory } from '../features/audit-trail/person-history.tsx'
import { TokenList } from '../features/tokens/token-list.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.setSystemTime(new Date(2026, 10, 20, 23, 59, 30))
})
afterEach(() => void vi.useRealTimers())

const at = new Date(2026, 10, 20, 16, 20).toISOString()
const lists: Record<string, ReactElement> = {
  'the history of a record': <History entityType="sample" entityId={aSample().id} />,
  'the history of a person': <PersonHistory personId="ada" />,
  'the list of tokens': <TokenList empty="No tokens." />,
}
/** What each list shows, `count` times. */
function serverHasLines(count: number) {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const events = ids.map((id) => anEvent({ id, at }))
  serverAnswers(auditApi.proof, aProof({ anchors: { file: null, timeStamp: { lastAt: at } } }))
  serverAnswers(auditApi.history, { events, totalEvents: count })
  serverAnswers(auditApi.list, { events, totalEvents: count })
  serverAnswers(tokensApi.list, {
    tokens: ids.map((id) => ({
      id: `0197a000-0000-7000-8000-${String(id).padStart(12, '0')}`,
      name: `Robot ${id}`,
      person: { id: 'ada', name: 'Ada Lindqvist' },
      createdWith: null,
      permissions: [],
      createdAt: at,
      expiresAt: new Date(2027, 5, 1).toISOString(),
      lastUsedAt: at,
      lastUsedFrom: null,
      revokedAt: null,
    })),
  })
}

test("at midnight 'today' becomes 'yesterday' on a page that stays open", async () => {
  emptyLab()
  signIn()
  serverAnswers(movesApi.list, {
    moves: [{ ...aMove(), startedAt: at, startedBy: 'Bo Chen' }],
    totalMoves: 1,
  })
  openAddress('/moves')
  expect(await screen.findByText('today, 16:20, Bo Chen')).toBeVisible()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(await screen.findByText('yesterday, 16:20, Bo Chen')).toBeVisible()
})

test('at midnight an open pick list says that its tubes were expected back by the day that has ended', async () => {
  emptyLab()
  signIn()
  const expectedReturnAt = new Date(2026, 10, 21).toISOString()
  serverAnswers(picksApi.get, { pickList: aPickList({ expectedReturnAt }), items: [], boxes: [], doors: 0 })
  openAddress(`/picks/${workId}`)
  await screen.findByRole('textbox', { name: /^Scan/ })
  const notice = /^The tubes of this list were expected back by 20 Nov 2026/
  expect(screen.queryByText(notice)).toBeNull()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(await screen.findByText(notice)).toBeVisible()
})

test('at midnight what somebody else has changed while a form is open has its day', async () => {
  emptyLab()
  signIn()
  serverAnswers(storageApi.get, { storage: aStorage() })
  const changes = [{ field: 'alias', personName: 'Bo Chen', changedAt: at }]
  serverRefuses(storageApi.update, 409, { code: 'version-stale', message: 'Bo Chen changed it.', changes })
  const { user } = openAddress('/storage/3/edit')
  await user.type(await screen.findByRole('textbox', { name: 'Alias' }), 'b')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Alias was changed by Bo Chen at 16:20.')).toBeVisible()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(await screen.findByText('Alias was changed by Bo Chen on 20 Nov 2026, 16:20.')).toBeVisible()
})

test.each(Object.entries(lists))(
  "at midnight each line of %s says 'yesterday', with fewer timers than lines",
  async (_, list) => {
    const count = 20
    serverHasLines(count)
    openScreen(list)
    expect(await screen.findAllByText(/^(used )?today, 16:20/)).toHaveLength(count)
    expect(vi.getTimerCount()).toBeLessThan(count)
    act(() => void vi.advanceTimersByTime(60_000))
    expect(await screen.findAllByText(/^(used )?yesterday, 16:20/)).toHaveLength(count)
    expect(screen.queryByText(/today, 16:20/)).toBeNull()
  },
)
