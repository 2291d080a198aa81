import { expect, test } from 'vitest'
import { nextCustodies } from './custody.ts'

test('what is reserved or disposed of is not changed by hand, and nothing is reserved by hand', () => {
  expect(nextCustodies('RESERVED')).toEqual([])
  expect(nextCustodies('DISPOSED')).toEqual([])
  expect(nextCustodies('DEPLETED')).toEqual(['AVAILABLE', 'DISPOSED'])
})
