import { samplesApi } from '@lims/contract/samples-api.ts'
import { type StockTakeScan, stockTakesApi } from '@lims/contract/stock-takes.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { workId } from '../../../test/freezer-work-records.ts'
import { aSample } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { readScan } from '../../features/scanning/scanned-code.ts'
import { sendAsOwner } from '../../features/scanning/send-as-owner.ts'
import { type CountingScan, counting, countingQueueOf, scansTooLate } from './counting-queue.ts'

const send = sendAsOwner('ada', counting)

const found: StockTakeScan = {
  code: 'T1',
  result: 'unknown-code',
  sample: null,
  recordedPlace: null,
  position: null,
  isRepeat: false,
  countedBefore: null,
  countedLater: null,
}
const scan: CountingScan = {
  id: 'scan-1',
  readings: { raw: 'T1' },
  scannedAt: Date.parse('2026-11-20T07:59:00Z'),
  stockTakeId: workId,
  storageId: 3,
  boxAlias: 'Box 03',
  progress: { state: 'waiting' },
}

test('a scan is sent with its time and one key, also from before the sign-in', async () => {
  signIn()
  const sent = serverAnswers(stockTakesApi.scan, { success: true as const, scan: found })
  expect(await send(scan)).toEqual({ state: 'counted', found })
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['scan-1'])
  expect(sent[0]?.body).toMatchObject({ scannedAt: '2026-11-20T07:59:00.000Z', nowIfRefused: true })
})

/** A scan on a German keyboard by a scanner that types as on a US one. */
const ambiguous = { ...scan, readings: { raw: 'ZB1234', physical: 'YB1234' } }

function tubesAre(...tubeIds: string[]) {
  signIn()
  serverAnswers(samplesApi.search, ({ query }) => {
    const samples = tubeIds.flatMap((alias, index) =>
      alias === query.query
        ? [aSample({ id: `${index}${workId.slice(1)}`, alias, name: `NB-${alias}` })]
        : [],
    )
    return { samples, totalSamples: samples.length, totalIsExact: true }
  })
  return serverAnswers(stockTakesApi.scan, { success: true as const, scan: found })
}
const sentCodes = (sent: ReturnType<typeof tubesAre>) =>
  sent.map(({ body, headers }) => [(body as { code: string }).code, headers.get('idempotency-key')])

test.each([
  [['YB1234'], 'YB1234', 'scan-1:us'],
  [['ZB1234'], 'ZB1234', 'scan-1'],
  [[], 'ZB1234', 'scan-1'],
])('of two readings, that of a tube is counted: %j', async (tubeIds, code, key) => {
  const sent = tubesAre(...tubeIds)
  expect(await send(ambiguous)).toEqual({ state: 'counted', found })
  expect(sentCodes(sent)).toEqual([[code, key]])
})

test('a scan that reads as two tubes counts neither, and names both', async () => {
  const sent = tubesAre('YB1234', 'ZB1234')
  expect(await send(ambiguous)).toEqual({
    state: 'refused',
    reason:
      'On this keyboard the code can be ZB1234 (NB-ZB1234) or YB1234 (NB-YB1234). Nothing was counted: type the tube ID by hand.',
  })
  expect(sent).toEqual([])
})

test('without a connection, a tube that is scanned in its box again after it was in another counts there', () => {
  signIn()
  serverRefuses(stockTakesApi.scan, 503)
  const queue = countingQueueOf(new QueryClient(), 'ada')
  const boxes = [3, 4, 4, 3].map((storageId) => ({
    stockTakeId: workId,
    storageId,
    boxAlias: `${storageId}`,
  }))
  for (const box of boxes) queue.add({ raw: 'T1' }, box)
  expect(queue.session.get().scans.map(({ storageId }) => storageId)).toEqual([3, 4, 3])
})

test('a tube that was counted before the end is not named among those that came too late', () => {
  const late = { state: 'refused' as const, reason: 'The stock-take was finished.', isTooLate: true }
  const of = (id: string, code: string, progress: CountingScan['progress']): CountingScan => ({
    ...scan,
    id,
    readings: readScan(code),
    progress,
  })
  const again = of('scan-3', 't1', late)
  const missed = of('scan-2', 'T2', late)
  const [one, other] = ['(01)04012345678901(21)AB12345', '(01)04012345678918(21)AB12345']
  const otherMissed = of('scan-5', other, late)
  const counted = { state: 'counted' as const, found }
  const scans = [otherMissed, of('scan-4', one, counted), again, missed, of('scan-1', 'T1', counted)]
  expect(scansTooLate({ scans }, workId)).toEqual([otherMissed, missed])
  expect(scansTooLate({ scans }, 'another')).toEqual([])
})
