import { expect, test } from 'vitest'
import type { ImportRow } from './import-row.ts'
import { childrenNames, toNewSamples, tubeNumbers } from './new-samples.ts'
import { findParents, type KnownParent, parentsFirst } from './parents.ts'

/** Rows of one name, each with its parent, which is counted when it is read. */
function rowsOfOneName(parents: readonly (string | undefined)[]) {
  let reads = 0
  const rows = parents.map((parent, index) => {
    const row = { number: index + 2, name: 'X', alias: undefined, sourceId: undefined }
    return Object.defineProperty(row, 'parent', {
      get: () => {
        reads++
        return parent
      },
    }) as unknown as ImportRow
  })
  return { rows, countReads: () => reads }
}

const half = (parent: string | undefined) => Array.from({ length: 2000 }, () => parent)

test.each([
  [[...half(undefined), ...half('X')], 'More than one sample has this name: use the tube ID of the parent'],
  [[...half('X'), ...half('X')], 'X is itself a child sample and cannot have children'],
])(
  '4,000 rows of one name, whose parent is that name, are read a few times each (%#)',
  (parents, message) => {
    const { rows, countReads } = rowsOfOneName(parents)
    const messages: string[] = []
    findParents(rows, [], (_, text) => messages.push(text))
    expect(messages).toContain(message)
    expect(countReads()).toBeLessThan(20 * rows.length)
  },
)

type Row = Partial<Pick<ImportRow, 'name' | 'alias' | 'parent' | 'sourceId'>>
/** Rows of a file, from row 2 on, each with an id of its own. */
const rowsOf = (...rows: Row[]) =>
  rows.map((row, index) => ({ id: `id-${index + 2}`, number: index + 2, name: 'NB', ...row }) as ImportRow)
const known = (id: string, name: string, more: Partial<KnownParent> = {}): KnownParent => ({
  id,
  name,
  alias: `T-${name}`,
  parent_sample_id: null,
  ...more,
})
const idA = '0f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'

/** The id of the parent of each row that has one, or what is wrong with it, by the row. */
function parentsOf(rows: ImportRow[], inBatch: KnownParent[] = []) {
  const problems: [number, string][] = []
  const parents = findParents(rows, inBatch, ({ number }, message) => problems.push([number, message]))
  return Object.fromEntries([...[...parents].map(([row, parent]) => [row.number, parent.id]), ...problems])
}

test('a parent is found by id, tube ID and name, in this order, and in the file before the batch', () => {
  const rows = rowsOf(
    { name: 'A', alias: 'B', sourceId: 'C' },
    { name: 'B', alias: 'C' },
    { name: 'C' },
    ...['a', 'A', 'b', 'c', 'D', 't-d', idA.toUpperCase(), 'd'].map((parent) => ({ parent })),
  )
  const inBatch = [known(idA, 'D'), known('other', 'A', { alias: 'E' })]
  const none = 'Parent sample not found, neither in this file nor in the batch'
  expect(parentsOf(rows, inBatch)).toEqual({
    5: none,
    6: 'id-2',
    7: 'id-2',
    8: 'id-2',
    9: idA,
    10: idA,
    11: idA,
    12: none,
  })
})

test('of several samples of one name the one that can have children is the parent, if it is one', () => {
  const twins = [{ name: 'Twin', parent: 'Old' }, { name: 'Twin' }]
  const old = known('old', 'Old')
  expect(parentsOf(rowsOf(...twins, { parent: 'Twin' }), [old])).toEqual({ 2: 'old', 4: 'id-3' })
  expect(parentsOf(rowsOf(...twins, { name: 'Twin' }, { parent: 'Twin' }), [old])).toEqual({
    2: 'old',
    5: 'More than one sample has this name: use the tube ID of the parent',
  })
  const children = [
    known('a', 'Twin', { parent_sample_id: 'old' }),
    known('b', 'Twin', { parent_sample_id: 'old' }),
  ]
  expect(parentsOf(rowsOf({ parent: 'Twin' }), children)).toEqual({
    2: 'Twin is itself a child sample and cannot have children',
  })
  expect(parentsOf(rowsOf({ parent: 'Twin' }), [...children, known('c', 'Twin')])).toEqual({ 2: 'c' })
})

test('a sample is not its own parent, and a child in the file has no children', () => {
  const rows = rowsOf(
    { name: 'Own', parent: 'Own' },
    { name: 'P' },
    { name: 'C', parent: 'P' },
    { parent: 'C' },
  )
  expect(parentsOf(rows)).toEqual({
    2: 'A sample cannot be its own parent',
    4: 'id-3',
    5: 'C is itself a child sample and cannot have children',
  })
})

test('children before their parent are created directly after it, the others in the order of the file', () => {
  const rows = rowsOf(
    ...['P-DNA-2', 'P-DNA-3'].map((name) => ({ name, parent: 'P' })),
    { name: 'Q' },
    { name: 'P' },
    { name: 'P-DNA-1', parent: 'P' },
    { name: 'Old-CSF-4', parent: 'Old' },
  )
  const old = known('old', 'Old')
  const parents = findParents(rows, [old], () => expect.unreachable())
  expect(parentsFirst(rows, parents).map(({ number }) => number)).toEqual([4, 5, 2, 3, 6, 7])
  expect(childrenNames(parents).get(old)).toEqual(['Old-CSF-4'])
  expect(
    toNewSamples(rows, parents).map(({ name, parentId, childCounts }) => [name, parentId, childCounts]),
  ).toEqual([
    ['Q', null, {}],
    ['P', null, { DNA: 3 }],
    ['P-DNA-2', 'id-5', {}],
    ['P-DNA-3', 'id-5', {}],
    ['P-DNA-1', 'id-5', {}],
    ['Old-CSF-4', 'old', {}],
  ])
})

test('the numbers of tube IDs that look like generated ones are found, ignoring case', () => {
  const aliases = ['T0000005', 't0000700', 'T12345678', 'T999999999999999', 'T0000000']
  const others = [undefined, 'T000005', 'T01234567', 'T1234567890123456', 'XT0000005', 'T0000005X', '0000005']
  expect(tubeNumbers([...aliases, ...others].map((alias) => ({ alias })))).toEqual([
    ...[5, 700, 12_345_678, 999_999_999_999_999, 0],
  ])
})
