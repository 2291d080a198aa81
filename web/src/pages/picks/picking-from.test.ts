import { picksApi } from '@lims/contract/picks.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { beforeEach, expect, test } from 'vitest'
import { aPickList, workId } from '../../../test/freezer-work-records.ts'
import { aSample } from '../../../test/records.ts'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { presentSender } from '../../api/stored-token.ts'
import type { PickScan } from './pick-session.ts'
import { pickingFrom } from './picking-from.ts'

beforeEach(() => void signIn())

const y = aSample({ id: '11111111-1111-4111-8111-111111111111', alias: 'Y0001230', name: 'Left' })
const z = aSample({ id: '22222222-2222-4222-8222-222222222222', alias: 'Z0001230', name: 'Right' })

const scanOf = (raw: string, physical: string): PickScan => ({
  id: 'scan-1',
  readings: { raw, physical },
  scannedAt: 0,
  progress: { state: 'sending' },
})

/** A laboratory with these samples, and a pick list of which one is wanted. Returns the codes that are picked. */
function pickListWith(samples: (typeof y)[], wanted: typeof y) {
  serverAnswers(samplesApi.search, ({ query }) => ({
    samples: samples.filter(({ alias }) => alias === query.query),
    totalSamples: 1,
    totalIsExact: true,
  }))
  const requests = serverAnswers(picksApi.pick, {
    success: true,
    outcome: 'picked',
    pickList: aPickList(),
    item: { sampleId: wanted.id, name: wanted.name, tubeId: wanted.alias, state: 'picked', eventId: 41 },
    note: '',
  })
  const item = {
    ...{ place: 1, sampleId: wanted.id, name: wanted.name, tubeId: wanted.alias, state: 'wanted' as const },
    ...{
      reason: '',
      changedAt: aPickList().createdAt,
      changedByName: 'Bo Chen',
      custody: 'RESERVED' as const,
    },
    ...{ changedSince: '', isToPutAway: false, position: '' },
    ...{ storageId: null, rowCoordinate: null, columnCoordinate: null },
  }
  const getContent = () => ({ pickList: aPickList(), items: [item], boxes: [], doors: 0 })
  const send = (scan: PickScan) => pickingFrom({ pickListId: workId, getContent }).send(scan, presentSender())
  return { send, picked: () => requests.map(({ body }) => (body as { code: string }).code) }
}

test.each([
  ['as a US keyboard types it', y],
  ['as this keyboard types it', z],
])('a code that reads as two samples picks neither, of which the list has the one %s', async (_, wanted) => {
  const { send, picked } = pickListWith([y, z], wanted)
  expect(await send(scanOf('Z0001230', 'Y0001230'))).toEqual({
    state: 'refused',
    reason: `On this keyboard the code can be Z0001230 (Right) or Y0001230 (Left). Nothing was picked: type the tube ID by hand.`,
  })
  expect(picked()).toEqual([])
})

test.each([
  ['Z0001230', 'Y0001230', z, 'Z0001230'],
  ['è!ç', 'Y0001230', y, 'Y0001230'],
])('a scan %s, or %s on a US keyboard, of which one is a sample, picks it', async (raw, us, sample, code) => {
  const { send, picked } = pickListWith([sample], sample)
  expect(await send(scanOf(raw, us))).toMatchObject({ state: 'picked', item: { tubeId: code } })
  expect(picked()).toEqual([code])
})
