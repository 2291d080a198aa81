import { samplesApi } from '@lims/contract/samples-api.ts'
import { sentAtHeader } from '@lims/contract/scan-time.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

const hourMs = 3_600_000
const tenMinutesMs = 600_000
const start = Date.parse('2026-11-20T10:00:00.000Z')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }))
afterEach(() => void vi.useRealTimers())

test.each([
  ['was set back by two hours as the connection came back', -2 * hourMs, 0],
  ['was not set', tenMinutesMs, tenMinutesMs],
])('a scan is sent with the clock that it was made with: it %s', async (_, byMs, ageMs) => {
  signIn()
  serverRefuses(samplesApi.receive, 503)
  const { user } = openAddress('/receive')
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 'T1{Enter}')
  expect(await screen.findByText(/1 not sent yet/)).toBeVisible()
  vi.setSystemTime(start + byMs)
  const sent = serverRefuses(samplesApi.receive, 409)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(sent).toHaveLength(1))
  const body = sent[0]?.body as { scannedAt: string } | undefined
  const shownAge = Date.parse(sent[0]?.headers.get(sentAtHeader) ?? '') - Date.parse(body?.scannedAt ?? '')
  expect(Math.abs(shownAge - ageMs)).toBeLessThan(60_000)
})
