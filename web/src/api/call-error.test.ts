import { expect, test } from 'vitest'
import { CallError, refusal, textOfFailure } from './call-error.ts'

test("ERR-02 the text is the server's message", () => {
  expect(textOfFailure(refusal(409, { code: 'batch-name-taken', message: 'Taken.' }))).toBe('Taken.')
})

test("the text is the server's error field if it sends one instead of a message", () => {
  expect(textOfFailure(refusal(400, { error: 'Bad tube' }))).toBe('Bad tube')
})

test.each([undefined, null, 'nonsense', { message: '' }, { message: 7 }])(
  "ERR-03 the text of an HTTP failure without a message is 'Something went wrong' (%j)",
  (body) => {
    expect(textOfFailure(refusal(502, body))).toBe('Something went wrong')
  },
)

test("ERR-04 the text without any answer is the error's own message", () => {
  expect(textOfFailure(new CallError('Failed to fetch', { code: 'no-answer' }))).toBe('Failed to fetch')
  expect(textOfFailure(new Error('Own words'))).toBe('Own words')
})

test.each([new Error(''), undefined, 'thrown text'])(
  "ERR-05 the text without any words is 'LIMS error: unknown error occurred' (%s)",
  (failure) => {
    expect(textOfFailure(failure)).toBe('LIMS error: unknown error occurred')
  },
)
