import { expect, test } from 'vitest'
import { statusNotice } from './status-notice.ts'

test('ERR-22 a refused transition is told by its detail, after the prefix', () => {
  const message = 'status transition validation failed: NB-001 cannot go from RECEIVED to SEQUENCED'
  expect(statusNotice(message)).toEqual({
    title: 'Invalid Status Transition',
    detail: 'NB-001 cannot go from RECEIVED to SEQUENCED',
    seconds: 6,
  })
})

test('ERR-23 a status that is none is told by its detail', () => {
  expect(statusNotice('Error: sample status validation failed: LOST is no status')).toEqual({
    title: 'Sample Status Issue',
    detail: 'LOST is no status',
    seconds: 6,
  })
})

test('ERR-24 leaves every other failure to the generic notice', () => {
  expect(statusNotice('Something went wrong')).toBeUndefined()
})
