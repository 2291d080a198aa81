import { expect, test } from 'vitest'
import { refusal } from '../../api/call-error.ts'
import { refusedOrUnsent } from './refused-or-unsent.ts'

test('a scan that an earlier try has done, but whose reply was erased, says that it is recorded', () => {
  const message = 'This was done by the first request with this Idempotency-Key.'
  const failure = refusal(409, { code: 'idempotency-key-reused', message })
  expect(refusedOrUnsent(failure, 'Not received')).toEqual({
    state: 'refused',
    reason: 'An earlier try was recorded, and its reply is not kept any more. Look at the page of the tube',
  })
})
