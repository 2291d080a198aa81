import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { withholdPermission } from '../../test/withhold-permission.ts'

const lab = await openLab({ ADMIN_EMAILS: 'ada@brain.example', DEFAULT_ROLE: 'bench' })
withholdPermission(lab.app, 'mia', 'subject.read')
const open = await openLab()

test('who may reveal gets subject and site for a reason, which the audit trail keeps without the values', async () => {
  const mia = await lab.signIn('mia', 'Mia Berg')
  const { id: sampleId } = await lab.addSample({ subject_id: 'S-417', site_id: 'L-9' })

  const reply = await lab.post('/subjects/reveal', { sampleId, reason: 'call the clinic' }, mia)

  expect(reply.json()).toEqual({ subjectId: 'S-417', siteId: 'L-9' })
  const [event, ...others] = await lab.db
    .selectFrom('audit_event')
    .selectAll()
    .where('entity_id', '=', sampleId)
    .execute()
  expect(others).toEqual([])
  expect(event).toMatchObject({
    action: 'subject.reveal',
    entity_type: 'sample',
    person_id: 'mia',
    reason: 'call the clinic',
    before: null,
    after: null,
  })
})

test('the reason of a reveal, which may name the subject, is hidden from who may not see subjects', async () => {
  const viewer = await lab.signIn('vic', 'Vic')
  const { id } = await lab.addSample({ subject_id: 'S-417' })
  await lab.post('/subjects/reveal', { sampleId: id, reason: 's-417 asks for her tubes' })
  const history = async (token?: string) =>
    (await lab.get('/audit/history', { entityType: 'sample', entityId: id }, token)).json().events
  expect(await history()).toMatchObject([{ reason: 's-417 asks for her tubes' }])
  expect(await history(viewer)).toMatchObject([{ action: 'subject.reveal', reason: null, masked: true }])
})

test.each([
  ['list', {}],
  ['export', {}],
  ['export', { format: 'jsonl' }],
])('an auditor who may not see subjects finds the reason of no reveal by %s %j', async (path, query) => {
  const mia = await lab.signIn('mia', 'Mia Berg')
  const { id } = await lab.addSample({ subject_id: 'S-417' })
  await lab.post('/subjects/reveal', { sampleId: id, reason: 'S-417 asks' })
  const seen = (token?: string) => lab.get(`/audit/${path}`, query, token)
  expect((await seen()).body).toContain('S-417 asks')
  const hidden = await seen(mia)
  expect([hidden.statusCode, hidden.body.includes('S-417')]).toEqual([200, false])
})

test('a subject is not revealed without a reason, without the permission, or of an unknown sample', async () => {
  const bo = await lab.signIn('bo', 'Bo Chen')
  const { id: sampleId } = await lab.addSample({ subject_id: 'S-417' })
  const codes = await Promise.all([
    lab.post('/subjects/reveal', { sampleId, reason: ' ' }),
    lab.post('/subjects/reveal', { sampleId, reason: 'why' }, bo),
    lab.post('/subjects/reveal', { sampleId: randomUUID(), reason: 'why' }),
  ])
  expect(codes.map((reply) => reply.json().code)).toEqual([
    'request-invalid',
    'permission-denied',
    'sample-not-found',
  ])
})

test('while roles are off, everybody may reveal, and it leaves the same event', async () => {
  const { id: sampleId } = await open.addSample({ subject_id: 'S-417' })
  const reply = await open.post('/subjects/reveal', { sampleId, reason: 'check' })
  expect(reply.json()).toEqual({ subjectId: 'S-417', siteId: null })
  const events = open.db.selectFrom('audit_event').select('action').where('entity_id', '=', sampleId)
  expect(await events.execute()).toEqual([{ action: 'subject.reveal' }])
})
