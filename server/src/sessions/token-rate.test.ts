import { expect, test, vi } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { openLab } from '../../test/lab.ts'

vi.useFakeTimers({ toFake: ['Date'] })
const max = 20
const lab = await openLab({ TOKEN_REQUESTS_PER_MINUTE: String(max) })
const { create } = apiTokens(lab)
const get = (token: string, path = '/samples/list') => lab.get(path, {}, token)

test('a token sends as many requests a minute as the setting allows, and then waits', async () => {
  const { token } = await create({ permissions: ['sample.read'] })
  for (let count = 0; count < max; count++) {
    expect((await get(token, count % 2 ? '/samples/list' : '/batches/list')).statusCode).toBe(
      count % 2 ? 200 : 403,
    )
  }
  vi.setSystemTime(Date.now() + 20_000)
  const refused = await get(token)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('40')
  expect(refused.json()).toEqual({
    code: 'too-many-requests',
    message: 'An API token may send at most 20 requests a minute. Please try again in 40 s.',
  })

  vi.setSystemTime(Date.now() + 40_000)
  expect((await get(token)).statusCode).toBe(200)
})

test('each token is counted by itself, and a browser is not counted', async () => {
  const [one, other] = [await create(), await create()]
  for (let count = 0; count <= max; count++) await get(one.token)
  expect((await get(one.token)).statusCode).toBe(429)
  expect((await get(other.token)).statusCode).toBe(200)
  const replies = await Promise.all(Array.from({ length: 3 * max }, () => get(lab.token())))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})
