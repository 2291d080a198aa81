import { decodeJwt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { readConfig } from '../config.ts'

const demo = await openLab()
const provider = {
  OIDC_ISSUER: 'https://issuer.example.org',
  OIDC_CLIENT_ID: 'lims',
  OIDC_ALLOWED_DOMAINS: 'brain.example',
}
const real = await openLab(provider)

const statusAt = async (
  { lab, settings }: { lab: typeof demo; settings: Record<string, string> },
  token: string,
) => {
  const server = await lab.startServer({ config: readConfig(settings) })
  const headers = { authorization: `Bearer ${token}` }
  return (await server.inject({ url: '/api/samples/list', headers })).statusCode
}

test('A3 a token of the demo identity is worth nothing with a real provider on the same data, and the other way round', async () => {
  expect(await statusAt({ lab: demo, settings: {} }, demo.token())).toBe(200)
  expect(await statusAt({ lab: demo, settings: provider }, demo.token())).toBe(401)
  expect(await statusAt({ lab: real, settings: provider }, real.token())).toBe(200)
  expect(await statusAt({ lab: real, settings: {} }, real.token())).toBe(401)
})

test('A3 a token of one provider is worth nothing with another', async () => {
  const another = { ...provider, OIDC_ISSUER: 'https://another.example.org' }
  expect(await statusAt({ lab: real, settings: another }, real.token())).toBe(401)
})

test.each([
  ['off the domains', { OIDC_ALLOWED_DOMAINS: 'institute.example' }, 401],
  [
    'off the domains, but on the list',
    { OIDC_ALLOWED_DOMAINS: '', OIDC_ALLOWED_EMAILS: 'ada@brain.example' },
    200,
  ],
  ['off both', { OIDC_ALLOWED_DOMAINS: '', OIDC_ALLOWED_EMAILS: 'bo@brain.example' }, 401],
])('A3 a person who is %s gets %i with a token from before', async (_, settings, status) => {
  expect(await statusAt({ lab: real, settings: { ...provider, ...settings } }, real.token())).toBe(status)
})

test('A6 a token that names another person than its session is refused, and logs nobody out', async () => {
  const { jti, exp } = decodeJwt(demo.token())
  await demo.signIn('bo', 'Bo Chen')
  const forged = await new SignJWT({ name: 'Bo Chen', sub: 'bo', jti: String(jti), exp: Number(exp) })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(demo.signingKey)

  expect((await demo.get('/samples/list', {}, forged)).statusCode).toBe(401)
  expect((await demo.get('/samples/list')).statusCode).toBe(200)
  expect((await demo.get('/samples/list', {}, forged)).statusCode).toBe(401)
  expect((await demo.post('/auth/logout', {}, forged)).statusCode).toBe(200)
  expect((await demo.get('/samples/list')).statusCode).toBe(200)
})
