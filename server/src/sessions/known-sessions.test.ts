import { expect, onTestFinished, test, vi } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'

const lab = await openLab()

test('a session whose end was not notified counts as open for a second at most', async () => {
  const token = await lab.signIn('cy', 'Cy Holm')
  const ask = async () => (await lab.get('/samples/list', {}, token)).statusCode
  // On a busy machine the next lines may take longer than a second.
  const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  expect(await ask()).toBe(200)
  await lab.db.deleteFrom('session').where('person_id', '=', 'cy').execute()
  expect(await ask()).toBe(200)
  stopped.mockRestore()
  await vi.waitFor(async () => expect(await ask()).toBe(401), { timeout: 1500, interval: 50 })
})

test('after a logout its own server refuses the token at once, and every other server soon', async () => {
  const other = await lab.startServer()
  const token = await lab.signIn('bo', 'Bo Nyström')
  const onOther = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await other.inject({ url: '/api/samples/list', headers })).statusCode
  }
  expect((await lab.get('/samples/list', {}, token)).statusCode).toBe(200)
  expect(await onOther()).toBe(200)

  await lab.post('/auth/logout', {}, token)

  expect((await lab.get('/samples/list', {}, token)).statusCode).toBe(401)
  await vi.waitFor(async () => expect(await onOther()).toBe(401), { timeout: 900, interval: 5 })
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
  const other = await lab.startServer({ listen: async () => async () => {} })
  const onOther = async (path: string) =>
    (await other.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${bo}` } })).json()
  const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => stopped.mockRestore())
  expect(await onOther('/auth/me')).toMatchObject({ role: 'bench' })
  await lab.post('/people/set-role', { personId: 'bo', role: 'study-lead', reason: 'as agreed' })
  expect(await onOther('/auth/me')).toMatchObject({
    role: 'study-lead',
    permissions: expect.arrayContaining(['sample.delete']),
  })
})
