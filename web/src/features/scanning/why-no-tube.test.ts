import { expect, test } from 'vitest'
import { scannedStorage, whyNoTube } from './scanned-code.ts'

test('the label of a storage is not a tube, whichever keyboard has typed it', () => {
  const sentence = 'STO0000012 is the label of a storage. Please scan a tube.'
  expect(whyNoTube({ raw: 'sto0000012' })).toBe(sentence)
  expect(whyNoTube({ raw: 'STOàààààà&é', physical: 'STO0000012' })).toBe(sentence)
  expect(whyNoTube({ raw: 'T0001230' })).toBeUndefined()
  expect(scannedStorage({ raw: 'sto0000012' })).toBe(12)
  expect(scannedStorage({ raw: 'STOàààààà&é', physical: 'STO0000012' })).toBe(12)
  expect(scannedStorage({ raw: 'T0001230' })).toBeUndefined()
})
