import { allEndpoints } from '@lims/contract/api.ts'
import { type AuditAction, auditActions } from '@lims/contract/audit.ts'
import { expect, test } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { writingCalls } from '../../test/writing-calls.ts'

const repository = makeDataRepository()
repository.clear()
const lab = await openLab({ DVC_REPO_DIR: repository.folder, THAW_LIMITS: 'PLASMA=0' })

const writes = writingCalls(lab)

/** These use POST but only read. */
const reads = [
  'labels.generate',
  'imports.read',
  'imports.check',
  'racks.preview',
  'sampleBulk.resolveCodes',
  'sampleBulk.chosen',
  'exports.chosen',
  'printRuns.chosenPrintedBefore',
  'picks.check',
  'audit.verify',
  'moves.plan',
]
/** Proved with the sign-in. */
const signIn = ['auth.checkSite', 'auth.login', 'auth.logout']
/** Proved in erase-subject.test.ts: it needs roles. */
const erasure = ['subjects.erase']

test('C1 every call of the contract that writes is among those below', () => {
  const posted = allEndpoints.filter(({ endpoint }) => endpoint.method === 'POST')
  const namesOf = (endpoints: typeof posted) =>
    endpoints.map(({ domain, name }) => `${domain}.${name}`).sort()
  expect(namesOf(posted)).toEqual([...Object.keys(writes), ...reads, ...signIn, ...erasure].sort())
  expect(namesOf(allEndpoints.filter(({ endpoint }) => endpoint.onlyReads))).toEqual(reads.toSorted())
})

const eventsAfter = (last: number) =>
  lab.db.selectFrom('audit_event').selectAll().where('id', '>', last).orderBy('id').execute()
const lastEvent = async () => (await eventsAfter(0)).at(-1)?.id ?? 0

test.each(Object.entries(writes))(
  'C1 %s leaves its audit event with what was before and what is after',
  async (_, { call, leaves }) => {
    const send = await call()
    const last = await lastEvent()

    await send()

    const events = await eventsAfter(Number(last))
    expect(events.map(({ action }) => action)).toEqual(leaves)
    for (const { action, before, after, person_id, entity_type } of events) {
      const rule = auditActions[action as AuditAction]
      expect({ action, before: before !== null, after: after !== null, person_id }).toEqual({
        action,
        before: rule.before,
        after: rule.after,
        person_id: 'ada',
      })
      expect(rule.entityType.split(' or ')).toContain(entity_type)
      expect(before).not.toEqual({})
      expect(after).not.toEqual({})
    }
  },
)

test.each(Object.entries(writes))(
  'B1 %s is refused on a full disk, and changes nothing',
  async (_, { call }) => {
    const send = await call()
    const last = await lastEvent()
    lab.fillDisk()
    await expect(send()).rejects.toThrow('disk-full')
    expect(await eventsAfter(Number(last))).toEqual([])
  },
)

test('C1 the audit event of a status change holds its notes', async () => {
  const { id: sampleId } = await lab.addSample()
  await lab.post('/samples/update-lifecycle', { sampleId, newStatus: 'COLLECTED', notes: 'hemolysed' })
  const [event] = await eventsAfter(0).then((events) =>
    events.filter(({ entity_id }) => entity_id === sampleId),
  )
  expect(event).toMatchObject({
    before: { status: 'UNKNOWN' },
    after: { status: 'COLLECTED', eventNotes: 'hemolysed' },
  })
})
