import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()
const reason = 'as agreed'
const administrators = () =>
  lab.db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'administrator')
    .where('deactivated_at', 'is', null)
    .execute()

test.each([
  ['/people/set-role', { personId: 'ada', role: 'bench', reason }],
  ['/people/deactivate', { personId: 'ada', reason }],
])('the last administrator cannot be removed by %s', async (path, body) => {
  await turnOnRoles(lab)
  await signInAs(lab, 'study-lead')
  expect((await lab.post(path, body)).json()).toEqual({
    code: 'last-administrator',
    message: 'The last administrator cannot be removed. Make somebody else administrator first.',
  })
  expect(await administrators()).toEqual([{ id: 'ada' }])
  await lab.post('/people/set-role', { personId: 'study-lead', role: 'administrator', reason })
  expect((await lab.post(path, body)).statusCode).toBe(200)
  expect(await administrators()).toEqual([{ id: 'study-lead' }])
})

test('a deactivated administrator and a service account do not count', async () => {
  await turnOnRoles(lab)
  await signInAs(lab, 'administrator', 'bo')
  await lab.post('/people/create-service', { name: 'Robot' })
  expect((await lab.post('/people/deactivate', { personId: 'bo', reason })).statusCode).toBe(200)
  const reply = await lab.post('/people/set-role', { personId: 'ada', role: 'viewer', reason })
  expect(reply.json().code).toBe('last-administrator')
})

const removals: [path: string, more: object, codeForRemoved: string][] = [
  ['/people/set-role', { role: 'viewer' }, 'permission-denied'],
  ['/people/deactivate', {}, 'not-signed-in'],
]

/** Makes Ada and Bo the administrators, and returns requests by which each removes the other. */
async function removeEachOther([path, more]: (typeof removals)[number]) {
  await unaudited(lab.db, async (trx) => {
    await trx.deleteFrom('roles_state').execute()
    await trx.updateTable('person').set({ role: null, deactivated_at: null }).execute()
  })
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'administrator', 'bo')
  const ada = await lab.signIn('ada', 'Ada Lindqvist')
  return [
    () => lab.post(path, { personId: 'bo', reason, ...more }, ada),
    () => lab.post(path, { personId: 'ada', reason, ...more }, bo),
  ]
}

test('of two administrators who remove each other at the same time, one stays, every time', async () => {
  for (let round = 0; round < 20; round++) {
    const requests = await removeEachOther(removals[round % 2] ?? ['', {}, ''])
    const replies = await Promise.all(requests.map((send) => send()))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await administrators()).toHaveLength(1)
  }
})

test.each(removals)(
  'a removal by %s that was admitted before the other had committed is refused',
  async (...removal) => {
    const [first, second] = await overlap(lab.db, await removeEachOther(removal))
    expect(first?.statusCode).toBe(200)
    expect(second?.json().code).toBe(removal[2])
    expect(await administrators()).toEqual([{ id: 'ada' }])
  },
)

test('nobody removes the last administrator past the server either', async () => {
  await turnOnRoles(lab)
  const remove = unaudited(lab.db, (trx) =>
    trx.updateTable('person').set({ role: 'bench' }).where('id', '=', 'ada').execute(),
  )
  await expect(remove).rejects.toMatchObject({ code: 'LIM11' })
})
