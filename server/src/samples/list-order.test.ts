import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const noBatch = '00000000-0000-4000-8000-000000000000'
const lab = await openLab()

const read = async (query: Record<string, string>): Promise<string[]> =>
  (await lab.get('/samples/list', query)).json().samples.map(({ name }: { name: string }) => name)

/** Samples 1 to 12, alternating between two batches, three sites, two subjects and two statuses. */
async function addTwelve(): Promise<string> {
  const batches = [await lab.addBatch({ name: 'Even' }), await lab.addBatch({ name: 'Odd' })]
  for (let number = 1; number <= 12; number++) {
    await lab.addSample({
      name: `NB-${number}`,
      batch_id: batches[number % 2] ?? '',
      site_id: `SITE00${number % 3}`,
      subject_id: `P00${number % 2}`,
      status: number % 4 === 0 ? 'UNKNOWN' : 'COLLECTED',
    })
  }
  return batches[1] ?? ''
}

const named = (...numbers: number[]) => numbers.map((number) => `NB-${number}`)

test.each([
  [{}, named(12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)],
  [{ status: 'COLLECTED' }, named(11, 10, 9, 7, 6, 5, 3, 2, 1)],
  [{ siteId: 'site001' }, named(10, 7, 4, 1)],
  [{ subjectId: 'p000' }, named(12, 10, 8, 6, 4, 2)],
  [{ sampleType: 'PLASMA', siteId: 'SITE002' }, named(11, 8, 5, 2)],
  [{ sampleType: 'BLOOD' }, []],
  [{ status: 'COLLECTED', subjectId: 'P000', siteId: 'SITE001' }, named(10)],
  [{ query: 'nb-1' }, named(12, 11, 10, 1)],
  [{ query: 'plasma', status: 'UNKNOWN' }, named(12, 8, 4)],
])('the newest come first, page by page: %j', async (filter, expected) => {
  await addTwelve()
  expect(await read({ ...filter, pageSize: '100' })).toHaveLength(expected.length)
  const paged = await Promise.all(
    ['0', '1', '2', '3', '4', '5'].map((pageNumber) => read({ ...filter, pageNumber, pageSize: '2' })),
  )
  expect(paged.flat()).toEqual(expected)
})

test('lists a batch by registration on every page, also with other filters', async () => {
  const batchId = await addTwelve()
  expect(await read({ batchId, pageSize: '4' })).toEqual(named(1, 3, 5, 7))
  expect(await read({ batchId, pageSize: '4', pageNumber: '1' })).toEqual(named(9, 11))
  expect(await read({ batchId, siteId: 'SITE000' })).toEqual(named(3, 9))
  expect(await read({ batchId: noBatch })).toEqual([])
})
