import type { PickItem } from '@lims/contract/picks.ts'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../../tools/test/compare-times.ts'
import { scansOfPicked, withKeptScans } from './pick-walk.ts'

const anItem = (tubeId: string, state: PickItem['state'] = 'wanted') =>
  ({ sampleId: `id of ${tubeId}`, tubeId, name: `NB-${tubeId}`, state }) as PickItem
const aScan = (raw: string, state: string, physical?: string) => ({
  id: raw,
  scannedAt: 0,
  progress: { state },
  readings: { raw, ...(physical !== undefined && { physical }) },
})

test('without a connection the walk goes on to the next tube', () => {
  const items = ['T1', 'T2', 'T3', 'T4'].map((tubeId) => anItem(tubeId))
  const scans = [
    aScan('T4', 'refused'),
    aScan('?', 'waiting', 'nb-t3'),
    aScan('t2', 'sending'),
    aScan('T1', 'unsent'),
  ]
  expect(withKeptScans(items, scans).map(({ state }) => state)).toEqual([
    'picked',
    'picked',
    'picked',
    'wanted',
  ])
  expect(withKeptScans([anItem('T1', 'not-found')], scans)[0]?.state).toBe('not-found')
})

test('a scan of a tube that is picked is known by its tube ID, its name and on another keyboard', () => {
  const isOfPicked = scansOfPicked([anItem('T1', 'picked'), anItem('T2', 'released')])
  const scans = [aScan('t1', 'refused'), aScan('?', 'refused', 'NB-T1'), aScan('T2', 'refused')]
  expect(scans.map(isOfPicked)).toEqual([true, true, false])
})

/** A ratio, as the machine may be slow: each tube compared with each scan takes a hundred times as long. */
test('ten times the tubes and scans take about ten times as long', async () => {
  const showing = (count: number) => {
    const codes = Array.from({ length: count }, (_, index) => `T${1_000_000 + index}`)
    const items = codes.map((code) => anItem(code))
    const scans = codes.map((code) => aScan(code, 'unsent')).reverse()
    return () => withKeptScans(items, scans)
  }
  await expectTimesAsLong({ base: showing(200), work: showing(2000), atMostTimes: 30 })
})
