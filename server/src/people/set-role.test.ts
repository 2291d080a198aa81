import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'

const lab = await openLab()
const setRole = async (body: object, token?: string) => {
  const reply = await lab.post('/people/set-role', { personId: 'bo', reason: 'as agreed', ...body }, token)
  return [reply.statusCode, reply.json().code ?? reply.json().person.role, reply.json().message]
}

test('a role that somebody else has given since is not replaced, and the refusal says who gave it', async () => {
  await turnOnRoles(lab)
  await signInAs(lab, 'bench', 'bo', 'Bo Chen')
  const chiara = await signInAs(lab, 'administrator', 'chiara', 'Chiara Rossi')
  expect(await setRole({ role: 'viewer', expectedRole: 'bench' }, chiara)).toEqual([200, 'viewer', undefined])
  expect(await setRole({ role: 'study-lead', expectedRole: 'bench' })).toEqual([
    409,
    'version-stale',
    'Not changed: Chiara Rossi has made Bo Chen Viewer.',
  ])
  expect(await setRole({ role: 'viewer', expectedRole: 'bench' })).toEqual([200, 'viewer', undefined])
  expect(await setRole({ role: 'bench', expectedRole: 'viewer' })).toEqual([200, 'bench', undefined])
  expect(await setRole({ role: 'viewer' })).toEqual([200, 'viewer', undefined])
})

test('who has no role of their own is expected to have the default one', async () => {
  await turnOnRoles(lab)
  await lab.signIn('bo', 'Bo Chen')
  expect(await setRole({ role: 'study-lead', expectedRole: 'viewer' })).toEqual([
    409,
    'version-stale',
    'Not changed: Bo Chen is Bench now.',
  ])
  expect(await setRole({ role: 'study-lead', expectedRole: 'bench' })).toEqual([200, 'study-lead', undefined])
})
