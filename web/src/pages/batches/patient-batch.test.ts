import { defaultKit } from '@lims/contract/tube-types.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchSummary, kitTubeTypes, type PatientBatchForm, patientBatchBody } from './patient-batch.ts'

const filled: PatientBatchForm = {
  name: 'Nordic study 4',
  description: 'Baseline',
  numPatients: 3,
  tubes: { EDTA: 6, DBS: 0, 'S-pp': 1, 'S-cfDNA': 0 },
  samplePrefix: undefined,
  visitId: undefined,
  siteId: 'SITE007',
}

test('VALID-12 sends only the tube types with a count above 0', () => {
  expect(patientBatchBody(filled)).toEqual({
    name: 'Nordic study 4',
    description: 'Baseline',
    numPatients: 3,
    siteId: 'SITE007',
    tubeTypes: [
      { tubeType: 'EDTA', count: 6 },
      { tubeType: 'S-pp', count: 1 },
    ],
  })
})

test('BATCHF-09 there is nothing to sum up before there are patients', () => {
  for (const numPatients of [undefined, null, 0, -2]) {
    expect(batchSummary(numPatients, defaultKit)).toBeUndefined()
  }
})

test('half a patient and half a tube are not summed up', () => {
  expect(batchSummary(2.5, defaultKit)).toBeUndefined()
  expect(batchSummary(3, { ...defaultKit, DBS: 1.5 })).toBeUndefined()
})

test('BATCHF-10 BATCHF-11 sums up patients, tubes and samples', () => {
  expect(batchSummary(3, { ...defaultKit, 'S-pp': 3, DBS: null })).toEqual({
    numPatients: 3,
    tubesPerPatient: 10,
    perType: [
      { tubeType: 'EDTA', total: 18 },
      { tubeType: 'DBS', total: 0 },
      { tubeType: 'S-cfDNA', total: 3 },
      { tubeType: 'S-pp', total: 9 },
    ],
    totalSamples: 30,
  })
})

test('the totals of the tube types always add up to the samples', () => {
  const count = fc.option(fc.integer({ min: -5, max: 1000 }), { nil: null })
  const kit = fc.record(Object.fromEntries(kitTubeTypes.map((tubeType) => [tubeType, count])))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), kit, (numPatients, tubes) => {
      const summary = batchSummary(numPatients, tubes)
      const added = summary?.perType.reduce((sum, { total }) => sum + total, 0)
      expect(added).toBe(summary?.totalSamples)
    }),
  )
})
