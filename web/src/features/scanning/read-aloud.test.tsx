import { deletionsApi } from '@lims/contract/deletions.ts'
import { movesApi } from '@lims/contract/moves.ts'
import { picksApi } from '@lims/contract/picks.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { stockTakesApi } from '@lims/contract/stock-takes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  aMove,
  aMoveStep,
  aPickList,
  aStockTake,
  aStockTakeBox,
  workId,
} from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

const reason = 'No sample with tube ID T9.'

beforeEach(() => {
  signIn()
  const notFound = { code: 'sample-not-found' as const, message: reason }
  serverRefuses(deletionsApi.find, 404, notFound)
  serverRefuses(samplesApi.receive, 404, notFound)
  serverAnswers(movesApi.get, { move: aMove({ steps: [aMoveStep()] }) })
  serverRefuses(movesApi.pickUp, 404, notFound)
  serverAnswers(picksApi.get, { pickList: aPickList(), items: [], boxes: [], doors: 0 })
  serverRefuses(picksApi.pick, 404, notFound)
  serverAnswers(stockTakesApi.get, { stockTake: aStockTake(), boxes: [aStockTakeBox()] })
  serverRefuses(stockTakesApi.scan, 404, notFound)
})

const noBox = 'Scan the label of a box first, or choose the box in the picture.'

test.each([
  ['/receive', reason],
  [`/picks/${workId}`, reason],
  [`/moves/${workId}`, reason],
  [`/stock-takes/${workId}?box=3`, reason],
  [`/stock-takes/${workId}`, noBox],
])('%s: a refusal is read aloud again if the same tube is refused again', async (address, words) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { user } = openAddress(address)
  const field = await screen.findByRole('textbox', { name: /^Scan (or enter|the|a)/ })
  const refusal = () => screen.getAllByText(words).find((node) => node.closest('[role=status], [role=alert]'))
  await user.type(field, 'T9{Enter}')
  await waitFor(() => expect(refusal()).toBeVisible())
  const first = refusal()
  // Later, it is no longer the same tube held in front of the scanner.
  vi.setSystemTime(Date.now() + 2000)
  await user.type(field, 'T9{Enter}')
  await waitFor(() => expect(first).not.toBeInTheDocument())
  await waitFor(() => expect(refusal()).toBeVisible())
})

const keptScan = (id: string, scannedAt: number, progress: object) => ({
  id,
  readings: { raw: id },
  scannedAt,
  settledAt: 9,
  moveId: workId,
  boxCode: id,
  progress,
})

const failure = { state: 'unsent', reason: 'Something went wrong', isOwnFailure: true }

/** Keeps three scans that the server fails at, the oldest again and again, and one that was refused late. */
function keepScans(key: string) {
  const failed = { code: 'internal' as const, message: failure.reason }
  serverRefuses(picksApi.pick, 500, failed)
  serverRefuses(movesApi.pickUp, 500, failed)
  const scans = [
    keptScan('T4', 4, failure),
    keptScan('T3', 3, failure),
    { ...keptScan('T2', 2, failure), failures: 3 },
    keptScan('T1', 1, { state: 'refused', reason: 'T1 is not on this list.' }),
  ]
  sessionStorage.setItem(key, JSON.stringify({ scans }))
}

const regionOf = (text: string | RegExp) => screen.getByText(text).closest('[role=status]')

test.each([
  [`/picks/${workId}`, `lims.picks.ada.${workId}`, /^3 scans are not sent yet/],
  [`/moves/${workId}`, 'lims.moves.ada', /^No connection: 3 scans are kept/],
])('%s: an outcome does not read all that is below it once more', async (address, key, kept) => {
  keepScans(key)
  openAddress(address)
  await waitFor(() => {
    expect(regionOf(/^Not sent yet/)).not.toHaveTextContent(/earlier scan|again and again|scans are/)
    expect(regionOf('1 earlier scan was refused')).not.toBeNull()
    expect(regionOf(/^Fails again and again/)).not.toBeNull()
    // Its number changes at each scan.
    expect(regionOf(kept)).toBeNull()
  })
})
