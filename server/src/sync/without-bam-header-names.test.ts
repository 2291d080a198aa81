import { expect, test } from 'vitest'
import { withoutBamHeaderNames } from '../http/without-bam-header-names.ts'
import { fitSample, namesToLookUp } from './fit-sample.ts'

const sample = {
  id: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f',
  alias: 'T0000001',
  name: 'NB-1',
  subject_id: 'S-417',
  bam_file_uri: null,
  bam_path: null,
}

test.each([
  [['S-1, by its header: x', 'S-2'], 'has reads of several samples by its header'],
  [['S-999'], 'is of NB-1 (T0000001) by its path, but not by its header'],
])('a problem names no sample of the header %j to who may not see subjects', (sampleNames, expected) => {
  const { problem = '' } = fitSample({ path: 'a/NB-1.bam', uri: 'a/NB-1.bam', header: 'read', sampleNames }, [
    sample,
  ])
  expect(problem).toContain(sampleNames[0])
  expect(withoutBamHeaderNames(problem)).toBe(expected)
  expect(withoutBamHeaderNames(problem.slice(0, -4))).not.toContain(sampleNames[0])
})

test('a sample is found by its name in a header, however its accents are stored', () => {
  const file = {
    path: 'a/run-7.bam',
    uri: 'a/run-7.bam',
    header: 'read' as const,
    sampleNames: ['Cafe\u0301-1'],
  }
  expect(namesToLookUp(file)).toContain('CAFÉ-1')
  expect(fitSample(file, [{ ...sample, name: 'Café-1' }])).toEqual({ sampleId: sample.id })
})
