import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab({ TRUSTED_PROXIES: '192.0.2.0/24' })
const checkSite = (remoteAddress: string, forwardedFor: string) =>
  lab.app.inject({
    method: 'POST',
    url: '/api/auth/check-site',
    remoteAddress,
    headers: { 'x-forwarded-for': forwardedFor },
  })

async function statusAfterMany(remoteAddress: string, person: (number: number) => string) {
  await Promise.all(Array.from({ length: 300 }, (_, number) => checkSite(remoteAddress, person(number))))
  return (await checkSite(remoteAddress, person(300))).statusCode
}

test('A7 behind a trusted proxy on another machine each person has a limit of sign-ins', async () => {
  expect(await statusAfterMany('192.0.2.7', (number) => `203.0.113.${number % 250}`)).toBe(200)
  expect(await statusAfterMany('192.0.2.7', () => '203.0.113.251')).toBe(429)
})

test.each([
  ['its port', (port: number) => `203.0.113.252:${port}`],
  [
    'its port, and a trusted proxy with its own',
    (port: number) => `203.0.113.253:${port}, 192.0.2.9:${port}`,
  ],
  ['its port, of IPv6', (port: number) => `[2001:db8::7]:${port}`],
])('A7 a person whom the proxy names with %s has a limit of sign-ins', async (_, address) => {
  expect(await statusAfterMany('192.0.2.7', (number) => address(50_000 + number))).toBe(429)
})

test('the address from which a token was used is without the port that a proxy sends', async () => {
  const { token } = await apiTokens(lab).create()
  for (const address of ['203.0.113.7:50123', '::ffff:203.0.113.7']) {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
    await lab.app.inject({ url: '/api/samples/list', remoteAddress: '192.0.2.7', headers })
    const expected = address.replace(':50123', '')
    const used = async () => (await lab.get('/tokens/list')).json().tokens[0].lastUsedFrom
    await expect.poll(used).toBe(expected)
  }
})

test('A7 the X-Forwarded-For of an untrusted machine is ignored', async () => {
  expect(await statusAfterMany('198.51.100.7', (number) => `203.0.113.${number % 250}`)).toBe(429)
})
