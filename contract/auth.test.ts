import { expect, test } from 'vitest'
import { safeRedirectPath, TokenClaims } from './auth.ts'

test('the claims of a token have no other members', () => {
  const claims = { sub: 'ada', name: 'Ada', avatar: 'https://pictures.example/ada.png', exp: 1, jti: 'j' }
  expect(TokenClaims.parse({ ...claims, iat: 0 })).toEqual(claims)
})

test('ENT-31 a user without a name is called Anonymous User', () => {
  expect(TokenClaims.parse({ sub: 'ada', exp: 1, jti: 'j' }).name).toBe('Anonymous User')
})

test.each(['sub', 'exp', 'jti'])('rejects claims without %s', (missing) => {
  const { [missing]: _, ...claims }: Record<string, unknown> = { sub: 'ada', exp: 1, jti: 'j' }
  expect(TokenClaims.safeParse(claims).success).toBe(false)
})

test.each(['/samples', '/samples/7f9c?tab=life#top', '/batches?page=2', '/dashboard'])(
  'AUTH-09 redirects to %s, a page of this application',
  (target) => {
    expect(safeRedirectPath(target)).toBe(target)
  },
)

test.each([
  undefined,
  '',
  '/',
  'samples',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/samples\\..',
  '/ samples',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/auth/login',
  '/api/samples/list',
])('AUTH-09 redirects to the dashboard instead of %j', (target) => {
  expect(safeRedirectPath(target)).toBe('/dashboard')
})
