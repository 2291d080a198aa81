import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { withholdPermission } from '../../test/withhold-permission.ts'

const lab = await openLab({ ADMIN_EMAILS: 'ada@brain.example', DEFAULT_ROLE: 'bench' })
withholdPermission(lab.app, 'mia', 'subject.read')

const denied = (field: string) => [
  403,
  {
    code: 'permission-denied',
    message:
      'You are not allowed to see subject and site IDs, nor to search, sort or edit by them. An administrator can grant it.',
    field,
  },
]

test('who may not see subjects and sites cannot search or sort by them, and others can', async () => {
  const mia = await lab.signIn('mia', 'Mia Berg')
  const list = async (query: Record<string, string>, token?: string) => {
    const reply = await lab.get('/samples/list', query, token)
    return [reply.statusCode, reply.json()]
  }
  expect(await list({ subjectId: 'P001' }, mia)).toEqual(denied('subjectId'))
  expect(await list({ name: 'NB', siteId: 'S1' }, mia)).toEqual(denied('siteId'))
  expect(await list({ sort: '-subject' }, mia)).toEqual(denied('sort'))
  for (const query of [{ subjectId: 'P001' }, { siteId: 'S1' }, { sort: '-subject' }]) {
    expect((await list(query))[0]).toBe(200)
  }
  for (const query of [{}, { sort: 'name' }, { name: 'NB' }]) {
    expect((await list(query as Record<string, string>, mia))[0]).toBe(200)
  }
})

test('who may not see subjects and sites cannot edit them, nor clear them', async () => {
  const mia = await lab.signIn('mia', 'Mia Berg')
  const { id } = await lab.addSample({ subject_id: 'P001' })
  const update = async (body: object) => {
    const reply = await lab.post('/samples/update', { id, ...body }, mia)
    return [reply.statusCode, reply.json()]
  }
  for (const subjectId of ['P002', '', null]) expect(await update({ subjectId })).toEqual(denied('subjectId'))
  expect(await update({ notes: 'clear', siteId: 'S1' })).toEqual(denied('siteId'))
  expect((await update({ notes: 'clear' }))[0]).toBe(200)

  const edit = async (field: string, value: string) => {
    const body = { field, sampleIds: [id], versions: [2], values: [value] }
    const reply = await lab.post('/samples/edit-field', body, mia)
    return [reply.statusCode, reply.json()]
  }
  expect(await edit('subjectId', 'P002')).toEqual(denied('field'))
  expect((await edit('visitId', 'V1'))[0]).toBe(200)
  expect((await lab.get('/samples/get', { id })).json().sample).toMatchObject({ subjectId: 'P001' })
})
