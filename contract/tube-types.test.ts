import { expect, test } from 'vitest'
import { defaultKit, TubeType, tubeTypes } from './tube-types.ts'

test.each([
  ['ENT-33 EDTA', 'EDTA', 'PLASMA', 2],
  ['ENT-34 S-cfDNA', 'S-cfDNA', 'BLOOD', 10],
  ['ENT-35 S-pp', 'S-pp', 'BLOOD', 5],
  ['ENT-36 DBS', 'DBS', 'PLASMA', 0.01],
] as const)('%s', (_, tubeType, sampleType, volumeMl) => {
  expect(tubeTypes[tubeType]).toEqual({ sampleType, volumeMl })
})

test('the default kit has ten tubes', () => {
  expect(defaultKit).toEqual({ EDTA: 6, DBS: 2, 'S-pp': 1, 'S-cfDNA': 1 })
  expect(TubeType.options).toHaveLength(4)
})
