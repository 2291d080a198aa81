import { expect, test } from 'vitest'
import { formatInstant } from './format-instant.ts'
import { metadataRows } from './metadata-rows.tsx'

const at = '2026-11-20T08:00:00.000Z'

test('BATCHD-02 formats keys that end in At or Timestamp as dates, and no others', () => {
  expect(metadataRows({ createdAt: at, scanTimestamp: at, metadata: at, matched: 'yes' })).toEqual([
    { label: 'Created at', value: formatInstant(at) },
    { label: 'Scan timestamp', value: formatInstant(at) },
    { label: 'Metadata', value: at },
    { label: 'Matched', value: 'yes' },
  ])
})

test('words a key as a person would', () => {
  const labels = metadataRows({ siteId: '', numPatients: 1, bam_file: '', dnaID: '' })
  expect(labels.map(({ label }) => label)).toEqual(['Site ID', 'Number of patients', 'Bam file', 'DnaID'])
})

test('ERR-73 a time that cannot be parsed is an Invalid Date', () => {
  expect(metadataRows({ updatedAt: 'soon' })).toEqual([{ label: 'Updated at', value: 'Invalid Date' }])
})

test('shows lists, nested values and nothing at all as text', () => {
  const values = metadataRows({ tags: ['a', 'b'], donor: { age: 4 }, none: null, sentAt: null, ok: false })
  expect(values.map(({ value }) => value)).toEqual(['a; b', '{"age":4}', '', '—', 'false'])
})
