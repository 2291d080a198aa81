import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { stopCacheClock } from '../../test/stop-cache-clock.ts'
import { untilStatus } from '../../test/until-status.ts'

const lab = await openLab()
const startWithoutNotifications = () => lab.startServer({ listen: async () => async () => {} })

test('a session whose end was not notified counts as open for a second at most', async () => {
  const token = await lab.signIn('cy', 'Cy Holm')
  const server = await startWithoutNotifications()
  const status = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await server.inject({ url: '/api/samples/list', headers })).statusCode
  }
  const clock = stopCacheClock()
  expect(await status()).toBe(200)
  await lab.db.deleteFrom('session').where('person_id', '=', 'cy').execute()
  clock.advance(999)
  expect(await status()).toBe(200)
  clock.advance(1)
  expect(await status()).toBe(401)
})

test('after a logout its own server refuses the token at once, and every other server soon', async () => {
  const other = await lab.startServer()
  const token = await lab.signIn('bo', 'Bo Nyström')
  const onOther = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await other.inject({ url: '/api/samples/list', headers })).statusCode
  }
  stopCacheClock()
  expect((await lab.get('/samples/list', {}, token)).statusCode).toBe(200)
  expect(await onOther()).toBe(200)

  await lab.post('/auth/logout', {}, token)

  expect((await lab.get('/samples/list', {}, token)).statusCode).toBe(401)
  await untilStatus(other, 401, { url: '/api/samples/list', token })
})

test('a logout while the session is looked up is not overlooked', async () => {
  const token = await lab.signIn('di', 'Di Berg')
  const asking = Array.from({ length: 20 }, () => lab.get('/samples/list', {}, token))
  await lab.post('/auth/logout', {}, token)
  await Promise.all(asking)
  expect((await lab.get('/samples/list', {}, token)).statusCode).toBe(401)
})

test('a page reads the new role also from a server that has not been notified of it', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'bench', 'bo', 'Bo Chen')
  const other = await startWithoutNotifications()
  const onOther = async (path: string) =>
    (await other.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${bo}` } })).json()
  stopCacheClock()
  expect(await onOther('/auth/me')).toMatchObject({ role: 'bench' })
  await lab.post('/people/set-role', { personId: 'bo', role: 'study-lead', reason: 'as agreed' })
  expect(await onOther('/auth/me')).toMatchObject({
    role: 'study-lead',
    permissions: expect.arrayContaining(['sample.delete']),
  })
})
