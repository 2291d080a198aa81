import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { errorMessage } from './error-message.ts'

test('an error without a text is named by its code, or its kind', async () => {
  const refused = await new Promise<Error>((resolve) => {
    // Two addresses, as of localhost: Node then fails with an error without a text.
    const lookup = (_: string, __: object, done: (error: null, addresses: object[]) => void) =>
      done(
        null,
        ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
      )
    connect({ host: 'localhost', port: 1, lookup: lookup as never }).on('error', resolve)
  })
  expect(refused.message).toBe('')
  expect(errorMessage(refused)).toBe('ECONNREFUSED')
  expect(errorMessage(new TypeError())).toBe('TypeError')
  expect(errorMessage(new TypeError('no number'))).toBe('no number')
})
