import { expect, test } from 'vitest'
import { defaultKit, TubeType, tubeTypes } from './tube-types.ts'

test.each([
  ['ENT-33', 'EDTA', 'PLASMA', 2],
  ['ENT-34', 'S-cfDNA', 'BLOOD', 10],
  ['ENT-35', 'S-pp', 'BLOOD', 5],
  ['ENT-36', 'DBS', 'PLASMA', 0.01],
] as const)('%s a tube of type %s holds %s, %d mL', (_, tubeType, sampleType, volumeMl) => {
  expect(tubeTypes[tubeType]).toEqual({ sampleType, volumeMl })
})

test('the default kit has ten tubes', () => {
  expect(defaultKit).toEqual({ EDTA: 6, DBS: 2, 'S-pp': 1, 'S-cfDNA': 1 })
  expect(TubeType.options).toHaveLength(4)
})
