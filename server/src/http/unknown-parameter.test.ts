import { allEndpoints } from '@lims/contract/api.ts'
import { expect, test } from 'vitest'
import { membersOf } from '../../test/arbitrary-request.ts'
import { contentsOf } from '../../test/contents.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const takesAny = ['/auth/check-site', '/auth/login', '/auth/login/callback', '/auth/logout']
const strict = allEndpoints.filter(({ endpoint }) => !takesAny.includes(endpoint.path))
const takesBody = strict.filter(
  ({ endpoint: { method, path, takesFile } }) =>
    method === 'POST' && !takesFile && !['/sync/trigger', '/dvc/scan'].includes(path),
)
const refused = (message: string) => ({ code: 'request-invalid', message })

test('D4 an unknown parameter in the address is refused by its name by every call', async () => {
  // A missing body has been refused before.
  for (const { endpoint } of strict.filter(({ endpoint: { body } }) => !body)) {
    const reply = await lab.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path}?sampel_type=PLASMA`,
      headers: { authorization: `Bearer ${lab.token()}` },
    })
    expect(reply.statusCode, endpoint.path).toBe(400)
    expect(reply.json(), endpoint.path).toEqual(refused("Unknown parameter 'sampelType'"))
  }
})

test('D4 an unknown parameter in the body is refused by its name by every call, and changes nothing', async () => {
  const before = await contentsOf(lab.db)
  for (const { endpoint } of takesBody) {
    const query = endpoint.query
      ? Object.fromEntries(membersOf(endpoint.query).map(([name]) => [name, '1']))
      : {}
    const reply = await lab.app.inject({
      method: 'POST',
      url: `/api${endpoint.path}`,
      query,
      headers: { authorization: `Bearer ${lab.token()}` },
      payload: { sampel_type: 'PLASMA' },
    })
    expect(reply.statusCode, endpoint.path).toBe(400)
    expect(reply.json(), endpoint.path).toEqual(refused("Unknown parameter 'sampelType'"))
  }
  expect(await contentsOf(lab.db)).toBe(before)
})

test('D4 of many unknown parameters the first are named, however long they are', async () => {
  const body = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`${'x'.repeat(100)}${index}`, 1]),
  )
  const name = `'${'x'.repeat(60)}'`
  expect((await lab.post('/samples/add', body)).json()).toEqual(
    refused(`Unknown parameters ${name}, ${name}, ${name} …`),
  )
})

test('D4 an unknown parameter further in is refused with where it stands', async () => {
  const { id } = await lab.addSample()
  const reply = await lab.post('/samples/arrange', { moves: [{ sampleId: id, storageId: 1, colour: 'red' }] })
  expect(reply.json()).toEqual({ ...refused("moves.0: Unknown parameter 'colour'"), field: 'moves.0' })
})

test('D4 a field that an update does not take is refused instead of ignored', async () => {
  const { id } = await lab.addSample()
  for (const field of ['alias', 'metadata', 'parentSampleId']) {
    const reply = await lab.post('/samples/update', { id, name: 'NB-009', [field]: 'x' })
    expect(reply.json()).toEqual(refused(`Unknown parameter '${field}'`))
  }
  expect((await lab.get('/samples/get', { id })).json().sample.name).toBe('NB-001')
})

test.each([
  ['/storage/list', { name: 'anything' }, 200, undefined],
  [
    '/auth/login/callback',
    { code: 'c', state: 's', scope: 'openid', authuser: '0' },
    400,
    'This sign-in was already used, is too old or began elsewhere.',
  ],
])('API-STOR-06 GET %s takes what other programs are known to send', async (path, query, status, message) => {
  const reply = await lab.get(path, query)
  expect([reply.statusCode, reply.json().message]).toEqual([status, message])
})
