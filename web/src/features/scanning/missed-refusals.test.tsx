import { custodyApi } from '@lims/contract/custody-api.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { MissedRefusals, missedRefusals } from './missed-refusals.tsx'

const aScan = (raw: string, scannedAt: number, settledAt: number | undefined, state: string) => ({
  id: `${raw} ${scannedAt}`,
  readings: { raw },
  scannedAt,
  ...(settledAt !== undefined && { settledAt }),
  progress: { state, ...(state === 'refused' && { reason: `${raw} is not on this list.` }) },
})
const codesOf = (scans: ReturnType<typeof aScan>[]) => scans.map(({ readings }) => readings.raw)

test('a refusal is missed if another code was scanned before it came', () => {
  const online = [aScan('B', 20, 21, 'picked'), aScan('A', 10, 11, 'refused')]
  expect(missedRefusals(online)).toEqual([])
  const offline = [
    aScan('C', 30, 102, 'picked'),
    aScan('B', 20, 101, 'refused'),
    aScan('A', 10, 100, 'picked'),
  ]
  expect(codesOf(missedRefusals(offline))).toEqual(['B'])
})

test('a refusal is not missed if the same code succeeded later, or waits for its reply', () => {
  const again = [
    aScan('A', 200, 201, 'picked'),
    aScan('B', 20, 101, 'picked'),
    aScan('A', 10, 100, 'refused'),
  ]
  expect(missedRefusals(again)).toEqual([])
  const waiting = [aScan('B', 20, undefined, 'unsent'), aScan('A', 10, undefined, 'unsent')]
  expect(missedRefusals(waiting)).toEqual([])
})

test('a refusal is missed although another tube whose whole code holds the same identifier succeeded', () => {
  const whole = (text: string) => ({ readings: { raw: 'A', rawTexts: [text] } })
  const refusal = { ...aScan('A', 10, 100, 'refused'), ...whole('(01)1(21)A') }
  const between = aScan('B', 20, 101, 'picked')
  const later = aScan('A', 200, 201, 'picked')
  expect(missedRefusals([{ ...later, ...whole('(01)2(21)A') }, between, refusal])).toHaveLength(1)
  expect(missedRefusals([{ ...later, ...whole('(01)1(21)a') }, between, refusal])).toEqual([])
  // As typed by hand after the refusal.
  expect(missedRefusals([later, between, refusal])).toEqual([])
})

test('missed refusals are named until they are closed', async () => {
  const user = userEvent.setup()
  render(<MissedRefusals scans={[aScan('B', 20, 101, 'refused'), aScan('A', 10, 100, 'refused')]} />)
  expect(screen.getByText('2 earlier scans were refused')).toBeVisible()
  expect(screen.getByText('A is not on this list.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(/refused/)).toBeNull()
})

test.each([
  ['/receive', samplesApi.receive],
  ['/custody', custodyApi.return],
] as const)('%s names a scan that was refused once the network was back', async (address, endpoint) => {
  signIn()
  serverRefuses(endpoint, 503)
  const { user } = openAddress(address)
  if (address === '/custody') await user.click(await screen.findByText('Return', { exact: true }))
  const field = await screen.findByRole('textbox', { name: /^Scan or enter/ })
  await user.type(field, 'T0000001{Enter}T0000002{Enter}')
  expect(await screen.findByText(/2 not sent yet/)).toBeVisible()
  serverRefuses(endpoint, 409, { code: 'custody-not-possible', message: 'It is deleted.' })
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('1 earlier scan was refused')).toBeVisible()
  expect(await screen.findByText(/2 refused$/)).toBeVisible()
  expect(screen.getByText('1 earlier scan was refused')).toBeVisible()
})
