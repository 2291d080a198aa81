import { expect, test } from 'vitest'
import { Sightings } from './sightings.ts'

test('a tube held before the camera is one scan, however long', () => {
  const sightings = new Sightings()
  const seen = [0, 100, 1900, 3800, 5700].map((at) => sightings.isNew('T1', at))
  expect(seen).toEqual([true, false, false, false, false])
})

test('a tube that was away for two seconds is a scan again', () => {
  const sightings = new Sightings()
  expect([0, 1999, 3998, 5998].map((at) => sightings.isNew('T1', at))).toEqual([true, false, false, true])
})

test('two tubes in turn are two scans', () => {
  const sightings = new Sightings()
  const seen = ['T1', 'T2', 'T1', 'T2'].map((code, index) => sightings.isNew(code, index * 900))
  expect(seen).toEqual([true, true, false, false])
})
