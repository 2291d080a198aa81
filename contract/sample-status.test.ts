import { expect, test } from 'vitest'
import { displayName, isEarlierStatus, nextStatuses, SampleStatus, StatusInput } from './sample-status.ts'
import { SampleType, SampleTypeInput } from './sample-type.ts'

test('ENT-11 there are exactly these eight statuses', () => {
  expect(SampleStatus.options).toEqual([
    'UNKNOWN',
    'COLLECTED',
    'RECEIVED',
    'PROCESSED',
    'QC_PASS',
    'QC_FAIL',
    'SEQUENCED',
    'SENT_TO_C2N',
  ])
})

test.each([
  ['LIFE-01', 'UNKNOWN', ['COLLECTED']],
  ['LIFE-02', 'COLLECTED', ['RECEIVED', 'UNKNOWN']],
  ['LIFE-03', 'RECEIVED', ['PROCESSED', 'UNKNOWN']],
  ['LIFE-04', 'PROCESSED', ['QC_PASS', 'QC_FAIL', 'UNKNOWN']],
  ['LIFE-05', 'QC_PASS', ['SEQUENCED', 'SENT_TO_C2N', 'UNKNOWN']],
  ['LIFE-06', 'QC_FAIL', ['PROCESSED', 'UNKNOWN']],
  ['LIFE-07', 'SEQUENCED', ['UNKNOWN']],
  ['LIFE-08', 'SENT_TO_C2N', ['UNKNOWN']],
] as const)('%s %s has exactly these next statuses', (_, from, to) => {
  expect(nextStatuses[from]).toEqual(to)
})

test.each([
  ['RECEIVED', 'COLLECTED', true],
  ['SEQUENCED', 'UNKNOWN', true],
  ['QC_FAIL', 'QC_PASS', false],
  ['COLLECTED', 'RECEIVED', false],
] as const)('whether a change from %s to %s goes back: %s', (from, to, goesBack) => {
  expect(isEarlierStatus(to, from)).toBe(goesBack)
})

test('ENT-12 LIFE-08 SENT_TO_COLLABORATOR means SENT_TO_C2N', () => {
  expect(StatusInput.parse('SENT_TO_COLLABORATOR')).toBe('SENT_TO_C2N')
})

test.each(['UNRECOGNIZED', 'received', '', 3, null])('ENT-13 rejects %j as a status', (input) => {
  expect(StatusInput.safeParse(input).error?.issues[0]?.message).toBe(
    `sample status validation failed: '${typeof input === 'string' ? input : JSON.stringify(input)}' is not a status`,
  )
})

test('ENT-14 ENT-15 there are exactly these six types', () => {
  expect(SampleType.options).toEqual(['UNKNOWN_SAMPLE_TYPE', 'PLASMA', 'BLOOD', 'SERUM', 'CSF', 'DNA'])
})

test.each(['unknown', 'UNKNOWN', 'Unknown'])('ENT-16 the type %s means UNKNOWN_SAMPLE_TYPE', (input) => {
  expect(SampleTypeInput.parse(input)).toBe('UNKNOWN_SAMPLE_TYPE')
})

test('ENT-17 underscores are shown as spaces', () => {
  expect(displayName('UNKNOWN_SAMPLE_TYPE')).toBe('UNKNOWN SAMPLE TYPE')
})
