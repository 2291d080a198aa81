import { expect, test } from 'vitest'
import { readRackJson } from './read-rack-json.ts'

test.each(['{"tubeBarcode":[', '{"TubeID":["T1"],"Position":['])(
  'JSON with more entries than any rack has tubes is refused before they are read: %s',
  (start) => {
    expect(() => readRackJson(`${start}${'1,'.repeat(240_000)}1]}`)).toThrow(
      'Entry 1: the file has more than 10,000 entries, and no rack has as many tubes.',
    )
  },
)
