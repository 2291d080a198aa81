import { expect, test } from 'vitest'
import { SampleTypeFilter, StatusFilter } from './sample-filters.ts'
import { SampleStatus } from './sample-status.ts'

const spaced = (length: number) => `RECEIVED,${' '.repeat(length - 'RECEIVED,QC_PASS'.length)}QC_PASS`

test('a choice of statuses may be 200 characters long, and has each once, in the order of the lifecycle', () => {
  expect(StatusFilter.parse(spaced(200))).toBe('RECEIVED,QC_PASS')
  expect(StatusFilter.safeParse(spaced(201)).success).toBe(false)
  expect(StatusFilter.parse('QC_PASS, RECEIVED,QC_PASS')).toBe('RECEIVED,QC_PASS')
})

test('every status may be chosen at once', () => {
  const all = SampleStatus.options.join(',')
  expect(StatusFilter.parse(all)).toBe(all)
})

test('a type that does not exist is refused with those that do', () => {
  expect(SampleTypeFilter.safeParse('PLASMA,SWEAT').error?.issues).toEqual([
    {
      code: 'custom',
      path: [],
      message: 'expected one of "UNKNOWN_SAMPLE_TYPE"|"PLASMA"|"BLOOD"|"SERUM"|"CSF"|"DNA"',
    },
  ])
})

test('the description of a filter names its values', () => {
  expect(SampleTypeFilter.in.meta()?.description).toBe(
    'One of UNKNOWN_SAMPLE_TYPE, PLASMA, BLOOD, SERUM, CSF, DNA, or several separated by commas',
  )
})
