import { expect, test } from 'vitest'
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

test('A7 the X-Forwarded-For of an untrusted machine is ignored', async () => {
  expect(await statusAfterMany('198.51.100.7', (number) => `203.0.113.${number % 250}`)).toBe(429)
})
