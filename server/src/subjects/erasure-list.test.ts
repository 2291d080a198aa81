import { randomBytes, randomUUID } from 'node:crypto'
import { chown, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { addToErasureList, erasureListBeside, reapplyErasures } from './erasure-list.ts'
import { hashOf, type ListedErasure } from './erasure-queries.ts'

const lab = await openLab()

async function erasureOf(subject: string): Promise<ListedErasure> {
  const salt = randomBytes(32)
  return {
    id: randomUUID(),
    erasedAt: new Date('2026-11-18T10:00:00Z'),
    erasedBy: 'cleo',
    personName: 'Cleo Marsh',
    reason: 'withdrew consent',
    samples: 'keep',
    salt,
    subjectHash: await hashOf(lab.db, salt, subject.toUpperCase()),
  }
}

test('an erasure that is repeated is in the name of the operator, and says who had made it, and when', async () => {
  await lab.addSample({ subject_id: 'P-001' })
  const list = [await erasureOf('P-001'), await erasureOf('Came after the backup')]
  const operator = { userId: 'account:lims', at: new Date('2026-11-20T09:30:00Z') }

  expect(await inTransaction(lab.db, (trx) => reapplyErasures(trx, list, operator))).toBe(2)

  const { events } = (await lab.get('/audit/list', { action: 'subject.erase' })).json()
  const repeated = { erasedBy: 'cleo', erasedAt: '2026-11-18T10:00:00.000Z' }
  const common = {
    person: { id: 'account:lims' },
    at: '2026-11-20T09:30:00.000Z',
    reason: 'withdrew consent',
    people: { cleo: 'Cleo Marsh' },
  }
  expect(events).toMatchObject([
    { ...common, entityId: list[1]?.id, after: { ...repeated, numSamples: 0 } },
    { ...common, entityId: list[0]?.id, after: { ...repeated, numSamples: 1 } },
  ])
  const erasures = await lab.db.selectFrom('erasure').select(['erased_by', 'erased_at']).execute()
  expect(erasures).toEqual(list.map(({ erasedAt }) => ({ erased_by: 'cleo', erased_at: erasedAt })))
})

test('a reason that a later erasure has emptied leaves the list with the next backup, and never comes back', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lims-list-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const list = erasureListBeside(path.join(folder, 'x.backup.gz'))
  const [first, second] = [await erasureOf('P-001'), await erasureOf('P-002')]
  const named = { ...first, reason: 'withdrew together with P-002' }
  const reasons = async () =>
    (await readFile(list, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).reason)
  await addToErasureList(list, [named])
  expect(await reasons()).toEqual(['withdrew together with P-002'])
  await addToErasureList(list, [{ ...first, reason: '' }, second])
  expect(await reasons()).toEqual(['', 'withdrew consent'])
  // As an older backup that was restored without the list has it.
  await addToErasureList(list, [named])
  expect(await reasons()).toEqual(['', 'withdrew consent'])
})

test.runIf(process.getuid?.() === 0)(
  'a list that root writes can be read by the owner of the folder, whose next backup adds to it',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lims-list-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await chown(folder, 54_321, 54_321)
    const list = erasureListBeside(path.join(folder, 'x.backup.gz'))
    const first = await erasureOf('P-001')
    for (const erasures of [[first], [first, await erasureOf('P-002')]]) {
      await addToErasureList(list, erasures)
      const { uid, gid, mode } = await stat(list)
      expect([uid, gid, mode & 0o777]).toEqual([54_321, 54_321, 0o600])
    }
  },
)
