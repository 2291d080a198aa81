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

test('times in a message are those of the reader, and an end of a day is that day', () => {
  const utc = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const [since, due] = [new Date(2026, 10, 20, 23, 30), new Date(2026, 10, 29)]
  const message = `T1 is checked out: Ada has it since ${utc(since)} for 'PCR', due back by ${utc(due)}.`
  const failure = refusal(409, { code: 'custody-not-possible', message })
  expect(textOfFailure(failure)).toBe(
    "T1 is checked out: Ada has it since 20 Nov 2026, 23:30 for 'PCR', due back by 28 Nov 2026.",
  )
  expect(textOfFailure(refusal(409, { message: `Due back by ${utc(since)}.` }))).toBe(
    'Due back by 20 Nov 2026, 23:30.',
  )
  expect(textOfFailure(refusal(409, { message: 'by 2026-13-20 09:00 UTC' }))).toBe('by 2026-13-20 09:00 UTC')
})
