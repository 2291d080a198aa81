import { expect, test } from 'vitest'
import { refusal } from '../../api/call-error.ts'
import { statusNotice } from './use-update-status.ts'

test('ERR-22 a refused transition is shown with its detail, without the prefix', () => {
  const message = 'status transition validation failed: NB-001 cannot go from RECEIVED to SEQUENCED'
  const failure = refusal(409, { code: 'status-transition-invalid', message })
  expect(statusNotice(message, failure)).toEqual({
    title: 'Invalid Status Transition',
    detail: 'NB-001 cannot go from RECEIVED to SEQUENCED',
    seconds: 6,
  })
})

test.each(['newStatus', 'status'])('ERR-23 an unknown status is shown with its detail: %s', (field) => {
  const message = "sample status validation failed: 'LOST' is not a status"
  const failure = refusal(400, { code: 'request-invalid', message, field })
  expect(statusNotice(message, failure)).toEqual({
    title: 'Sample Status Issue',
    detail: "'LOST' is not a status",
    seconds: 6,
  })
})

test('ERR-24 leaves every other failure to the generic notification', () => {
  const message = 'Something went wrong'
  expect(statusNotice(message, refusal(500, { code: 'internal', message }))).toBeUndefined()
  const notes = refusal(400, { code: 'request-invalid', message: 'notes: too long', field: 'notes' })
  expect(statusNotice(notes.message, notes)).toBeUndefined()
})
