import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { readToken } from './read-token.ts'

const key = new Uint8Array(32).fill(1)
const anotherKey = new Uint8Array(32).fill(2)
const begin = new Date('2026-11-20T09:00:00.000Z')
const after = (seconds: number) => new Date(begin.getTime() + seconds * 1000)

const sign = (signingKey: Uint8Array) =>
  new SignJWT({ name: 'Ada' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('ada')
    .setJti('session')
    .setExpirationTime(after(60))
    .sign(signingKey)

test('a token is read again and again until it expires', async () => {
  const token = await sign(key)
  for (const seconds of [0, 1, 59]) {
    expect(await readToken(token, key, after(seconds))).toMatchObject({ sub: 'ada', name: 'Ada' })
  }
  expect(await readToken(token, key, after(60))).toBeUndefined()
  expect(await readToken(token, key, after(3600))).toBeUndefined()
})

test('a token that was good is refused when a letter of it changes', async () => {
  const token = await sign(key)
  await readToken(token, key, begin)
  const [head, , signature] = token.split('.')
  const claims = Buffer.from(JSON.stringify({ sub: 'bo', jti: 'session', exp: 2e9 })).toString('base64url')
  expect(await readToken(`${head}.${claims}.${signature}`, key, begin)).toBeUndefined()
})

test('a token that one key signed is refused under another, though it was read before', async () => {
  const token = await sign(key)
  expect(await readToken(token, key, begin)).toBeDefined()
  expect(await readToken(token, anotherKey, begin)).toBeUndefined()
})
