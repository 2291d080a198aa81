import { expect, test } from 'vitest'
import { CallError, refusal } from '../../api/call-error.ts'
import { cannotBeUndone } from './use-undo-last.ts'

test.each([
  ['the tube was changed since', refusal(409, { code: 'status-changed-since' }), true],
  ['the sample was deleted', refusal(404, { code: 'status-change-not-found' }), true],
  ['its former cell is taken', refusal(409, { code: 'cell-taken' }), true],
  ['the person lacks the permission', refusal(403, { code: 'permission-denied' }), false],
  ['the person may not sign in any more', refusal(403, { code: 'not-allowed' }), false],
  ['a newer server refused it', refusal(403, { code: 'code-of-a-newer-server' }), true],
  ['the session has ended', refusal(401, { code: 'not-signed-in' }), false],
  ['a reason is needed', refusal(400, { code: 'reason-required' }), false],
  ['too much was sent', refusal(429, { code: 'too-many-requests' }), false],
  ['the server failed', refusal(500, {}), false],
  ['a proxy replied', refusal(403, undefined), false],
  ['nobody replied', new CallError('Failed to fetch', { code: 'no-answer' }), false],
  ['the person cancelled', new Error('cancelled'), false],
])('whether the undo of a scan is refused for good: %s', (_, failure, isForGood) => {
  expect(cannotBeUndone(failure)).toBe(isForGood)
})
