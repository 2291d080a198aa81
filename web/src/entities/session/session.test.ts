import { afterEach, expect, test, vi } from 'vitest'
import { signIn, tokenOf } from '../../../test/session-token.ts'
import { decodeToken } from '../../api/decode-token.ts'
import { clearToken, storedToken, storeToken } from '../../api/stored-token.ts'
import { currentSession, onSessionChange } from './session.ts'

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

afterEach(() => {
  vi.useRealTimers()
})

test('SESS-01 the token is kept in local storage', () => {
  const token = signIn()
  expect(localStorage.getItem('lims.token')).toBe(token)
})

test('PERM-01 a valid token gives the role user', () => {
  signIn()
  expect(currentSession()?.roles).toEqual(['user'])
})

test('PERM-02 a visitor has no roles', () => {
  expect(currentSession()).toBeUndefined()
})

test('SESS-02 an expired token is cleared, and nobody is signed in', () => {
  signIn({ exp: inSeconds(-1) })
  expect(currentSession()).toBeUndefined()
  expect(storedToken()).toBeUndefined()
})

test.each([
  ['no token at all', 'garbage'],
  ['a body that is no base64', 'a.%%%.c'],
  ['a body that is no JSON', `a.${btoa('{')}.c`],
  ['a body without a person', `a.${btoa('{"exp":99999999999}')}.c`],
  ['a body without an end', `a.${btoa('{"sub":"ada","jti":"1"}')}.c`],
  ['an empty text', ''],
])('SESS-03 a token that is %s is cleared, and nobody is signed in', (_case, token) => {
  storeToken(token)
  expect(currentSession()).toBeUndefined()
  expect(storedToken()).toBeUndefined()
})

test('ENT-30 the profile is read from the claims of the token', () => {
  const claims = { sub: 'bo', name: 'Bo Chen', avatar: 'https://pictures.example/bo.png', exp: inSeconds(60) }
  signIn(claims)
  expect(currentSession()?.user).toEqual({ ...claims, jti: 'session-1' })
})

test("the name is 'Anonymous User' if the token has none, and any script is decoded", () => {
  expect(decodeToken(tokenOf({ name: undefined as never }))?.name).toBe('Anonymous User')
  expect(decodeToken(tokenOf({ name: 'Zoë 李 ñ' }))?.name).toBe('Zoë 李 ñ')
})

test('SESS-02 the end of the session is noticed while the app is open', () => {
  vi.useFakeTimers()
  signIn({ exp: inSeconds(3600) })
  const listener = vi.fn()
  const stop = onSessionChange(listener)

  vi.advanceTimersByTime(3599_000)
  expect(listener).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(storedToken()).toBeUndefined()
  stop()
})

test('SESS-07 logout in another tab is noticed', () => {
  signIn()
  const listener = vi.fn()
  const stop = onSessionChange(listener)
  localStorage.removeItem('lims.token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'lims.token' }))
  expect(listener).toHaveBeenCalledTimes(1)
  expect(currentSession()).toBeUndefined()
  stop()
  clearToken()
  expect(listener).toHaveBeenCalledTimes(1)
})
