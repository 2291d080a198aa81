import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const { check, apply } = importing(lab)
const file = 'name\nNB-1\nNB-2\n'
const columns = 'name'
const countOf = async (batchId: string) => (await lab.get('/samples/list', { batchId })).json().totalSamples

test('B8 the check reports when and by whom the same file was imported', async () => {
  const first = await check(file, { columns, batchName: 'Study' })
  expect(first.json().importedBefore).toBeNull()
  const { lines } = await apply(file, { columns, batchName: 'Study' })
  const { id } = lines.at(-1).batch

  const again = await check(file, { columns, batchId: id })
  const importedBefore = {
    at: testNow.toISOString(),
    userName: 'Ada Lindqvist',
    batchId: id,
    batchName: 'Study',
    numSamples: 2,
  }
  expect(again.json()).toMatchObject({ totalProblems: 0, importedBefore })
  const elsewhere = await check(file, { columns, batchName: 'Another' })
  expect(elsewhere.json()).toMatchObject({ importedBefore })
  expect((await check('name\nNB-1\nNB-3\n', { columns, batchId: id })).json().importedBefore).toBeNull()
})

test('B8 imports the same file again only if confirmed', async () => {
  const { lines } = await apply(file, { columns, batchName: 'Study' })
  const { id: batchId } = lines.at(-1).batch

  const refused = await apply(file, { columns, batchId })
  expect([refused.statusCode, refused.lines[0]]).toEqual([
    409,
    {
      code: 'import-repeated',
      message: `Ada Lindqvist already imported this file into Study at 2026-11-20 09:00 UTC, 2 samples. Nothing was imported. To import it again, please confirm.`,
    },
  ])
  expect(await countOf(batchId)).toBe(2)

  expect((await apply(file, { columns, batchId, importAgain: 'true' })).statusCode).toBe(200)
  expect(await countOf(batchId)).toBe(4)
})

test('B8 of two imports of one file into one batch at the same time, one is refused', async () => {
  const { lines } = await apply('name\nother\n', { columns, batchName: 'Study' })
  const { id: batchId } = lines.at(-1).batch
  const many = `name\n${Array.from({ length: 1000 }, (_, n) => `NB-${n}\n`).join('')}`
  const replies = await Promise.all([1, 2].map(() => apply(many, { columns, batchId })))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const refusals = replies.flatMap(({ statusCode, lines: [refused] }) =>
    statusCode === 409 ? [refused.message] : [],
  )
  expect(refusals).toEqual([
    expect.stringContaining('2026-11-20 09:00 UTC, 1,000 samples. Nothing was imported.'),
  ])
  const { lines: again } = await apply('name\nother\n', { columns, batchId })
  expect(again[0].message).toContain('2026-11-20 09:00 UTC, 1 sample. Nothing was imported.')
  expect(await countOf(batchId)).toBe(1001)
})

test('B8 ignores earlier imports into deleted batches', async () => {
  const { lines } = await apply(file, { columns, batchName: 'Study' })
  await lab.post(`/batches/delete?id=${lines.at(-1).batch.id}`, undefined)
  expect((await check(file, { columns, batchName: 'Study' })).json().importedBefore).toBeNull()
})
