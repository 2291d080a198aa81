import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const resolve = async (codes: unknown) => lab.post('/samples/resolve-codes', { codes })
const groups = async (codes: readonly string[]) => {
  const { found, ambiguous, unknown } = (await resolve(codes)).json()
  return {
    found: found.map(({ code, sample }: { code: string; sample: { name: string } }) => [code, sample.name]),
    ambiguous: ambiguous.map(
      ({ code, candidates }: { code: string; candidates: { batchName: string }[] }) => [
        code,
        ...candidates.map(({ batchName }) => batchName),
      ],
    ),
    unknown,
  }
}

test('E7 a code is found as tube ID, as name and as id, in upper or lower case', async () => {
  const { id, alias } = await lab.addSample({ name: 'NB-Ä1' })
  const other = await lab.addSample({ name: 'NB-2' })
  expect(await groups([alias.toLowerCase(), 'nb-ä1', id.toUpperCase(), 'NB-2', 'NB'])).toEqual({
    found: [
      [alias.toLowerCase(), 'NB-Ä1'],
      ['nb-ä1', 'NB-Ä1'],
      [id.toUpperCase(), 'NB-Ä1'],
      ['NB-2', 'NB-2'],
    ],
    ambiguous: [],
    unknown: ['NB'],
  })
  expect((await resolve([other.alias])).json().found).toEqual([
    { code: other.alias, sample: { id: other.id, name: 'NB-2', alias: other.alias, status: 'UNKNOWN' } },
  ])
})

test('E7 a name of two batches is ambiguous, with the newest sample first and its batch', async () => {
  const [old, recent] = [await lab.addBatch({ name: 'Old' }), await lab.addBatch({ name: 'Recent' })]
  await lab.addSample({ name: 'NB-1', batch_id: old })
  const newest = await lab.addSample({ name: 'nb-1', batch_id: recent, subject_id: 'P001' })
  expect(await groups(['NB-1', 'NB-9'])).toEqual({
    found: [],
    ambiguous: [['NB-1', 'Recent', 'Old']],
    unknown: ['NB-9'],
  })
  const [{ candidates, hasMore }] = (await resolve(['NB-1'])).json().ambiguous
  expect(hasMore).toBe(false)
  expect(candidates[0]).toEqual({
    id: newest.id,
    name: 'nb-1',
    alias: newest.alias,
    status: 'UNKNOWN',
    type: 'PLASMA',
    subjectId: 'P001',
    batchName: 'Recent',
  })
})

test('E7 a tube ID that is the name of another sample is ambiguous', async () => {
  const { alias } = await lab.addSample({ name: 'NB-1' })
  await lab.addSample({ name: alias })
  expect((await groups([alias])).ambiguous).toHaveLength(1)
})

test('E7 of a name that many samples have, ten are listed', async () => {
  const batch_id = await lab.addBatch()
  for (let tube = 0; tube < 12; tube++) await lab.addSample({ name: 'Control', batch_id })
  const [{ candidates, hasMore }] = (await resolve(['control'])).json().ambiguous
  expect([candidates.length, hasMore]).toEqual([10, true])
})

test('E7 repeated codes count once', async () => {
  const { alias } = await lab.addSample()
  expect(await groups(['x', alias, 'X', alias.toLowerCase()])).toMatchObject({
    found: [[alias, 'NB-001']],
    unknown: ['x'],
  })
})

test('E7 20,000 codes are read, one more is refused, and so is an empty list', async () => {
  const { alias } = await lab.addSample()
  const codes = Array.from({ length: 19_999 }, (_, index) => `NB-${index}`)
  const { found, unknown } = (await resolve([...codes, alias])).json()
  expect([found.length, unknown.length]).toEqual([1, 19_999])
  const tooMany = await resolve([...codes, 'a', 'b'])
  expect([tooMany.statusCode, tooMany.json().message]).toEqual([400, 'codes may hold at most 20,000 codes'])
  expect((await resolve([])).statusCode).toBe(400)
  expect((await resolve(['x'.repeat(201)])).json().field).toBe('codes.0')
})
