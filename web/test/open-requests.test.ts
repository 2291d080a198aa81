import { samplesApi } from '@lims/contract/samples-api.ts'
import { expect, test } from 'vitest'
import { call } from '../src/api/call.ts'
import { CallError } from '../src/api/call-error.ts'
import { presentSender } from '../src/api/stored-token.ts'
import { serverAnswers } from './server.ts'

let left: Promise<unknown>

test('a test may end before the reply to a request', async () => {
  const requests = serverAnswers(samplesApi.receive, () => new Promise<never>(() => {}))
  left = call(samplesApi.receive, { body: { identifier: 'T1' } }, presentSender()).catch((failure) => failure)
  await expect.poll(() => requests).toHaveLength(1)
})

test('a request that a test has left open has ended in the next one', async () => {
  expect(await Promise.race([left, 'still open'])).toBeInstanceOf(CallError)
})
