import { samplesApi } from '@lims/contract/samples-api.ts'
import { beforeEach, expect, test } from 'vitest'
import { aSample } from '../../../test/records.ts'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { CallError } from '../../api/call-error.ts'
import { presentSender } from '../../api/stored-token.ts'
import { readScan } from './scanned-code.ts'
import { readingOfSample, sendEitherReading } from './send-either-reading.ts'

beforeEach(() => void signIn())

const hex = '0123456789ABCDEF0123456789ABCDEF'
const uuid = '01234567-89AB-CDEF-0123-456789ABCDEF'
const gs1 = '(01)04012345678901(21)T0000123'
const german = { typed: '010401234567890121Z0000123', us: '010401234567890121Y0000123' }

/** A laboratory whose samples have these tube IDs. Sends a scan and returns the outcome, with what was sent. */
async function sendTo(tubeIds: string[], typed: string, us?: string) {
  const sampleOf = (alias: string, index: number) =>
    aSample({ id: `0000000${index}-0000-4000-8000-000000000000`, alias, name: `NB-${index}` })
  const samples = tubeIds.map(sampleOf)
  serverAnswers(samplesApi.search, ({ query }) => {
    const found = samples.filter(({ alias }) => alias === query.query)
    return { samples: found, totalSamples: found.length, totalIsExact: true }
  })
  const sent: [string, string][] = []
  const outcome = await sendEitherReading({
    scan: { id: 'scan-1', readings: readScan(typed, us) },
    send: async (code, key) => {
      sent.push([code, key])
      if (!tubeIds.includes(code)) throw new CallError('', { code: 'sample-not-found', status: 404 })
      return { state: 'done' as const, code }
    },
    sender: presentSender(),
    nothingWasDone: 'Nothing was done',
  }).catch((failure: CallError) => ({ state: failure.code }))
  return { outcome, sent }
}

test.each([
  ['without the dashes of a UUID', [hex], hex, undefined, hex],
  ['that looks like a GS1 code', [gs1, 'T0000123'], gs1, undefined, gs1],
  ['with the prefix of a scanner', [']C1AB-7'], ']C1AB-7', undefined, ']C1AB-7'],
  ['with a space in what looks like ours', ['T 0000123'], 'T 0000123', undefined, 'T 0000123'],
  ['on a French keyboard', [hex], 'àéè', hex, hex],
  ['on a German keyboard', [german.us], german.typed, german.us, german.us],
])('a tube ID of another system %s is found as a whole', async (_, tubeIds, typed, us, code) => {
  const { outcome, sent } = await sendTo(tubeIds, typed, us)
  expect(outcome).toEqual({ state: 'done', code })
  expect(sent).toHaveLength(1)
})

test.each([
  [hex, undefined, uuid],
  [gs1, undefined, 'T0000123'],
  ['àéè', hex, uuid],
  [german.typed, german.us, 'Y0000123'],
])('the identifier in %s is found if no sample has the whole as its tube ID', async (typed, us, code) => {
  expect((await sendTo([code], typed, us)).outcome).toEqual({ state: 'done', code })
})

test('each code of a scan is sent under its own key, which stays the same', async () => {
  const sent = [
    ...(await sendTo([hex], hex)).sent,
    ...(await sendTo([uuid], hex)).sent,
    ...(await sendTo([hex], 'àéè', hex)).sent,
    ...(await sendTo([], 'àéè', hex)).sent,
  ]
  expect(sent).toEqual([
    [hex, 'scan-1:whole'],
    [uuid, 'scan-1'],
    [hex, 'scan-1:us-whole'],
    ['àéè', 'scan-1'],
    [uuid, 'scan-1:us'],
  ])
})

test('a whole text on this keyboard and an identifier on a US one that are two samples are refused', async () => {
  const { outcome, sent } = await sendTo([german.typed, 'Y0000123'], german.typed, german.us)
  expect(outcome).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining(`${german.typed} (NB-0) or Y0000123 (NB-1)`),
  })
  expect(sent).toEqual([])
})

test('without a sample, the reading that can be an identifier counts', async () => {
  serverAnswers(samplesApi.search, { samples: [], totalSamples: 0, totalIsExact: true })
  const codeOf = (typed: string, us?: string) =>
    readingOfSample(readScan(typed, us), 'Nothing was counted', presentSender())
  expect(await codeOf(hex)).toBe(uuid)
  expect(await codeOf('àéè', hex)).toBe(uuid)
  expect(await codeOf('Z1', 'Y1')).toBe('Z1')
})
