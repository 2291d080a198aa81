import type { SampleTreeReply } from '@lims/contract/sample-tree.ts'
import { expect, test } from 'vitest'
import { aBatch, aSample } from '../../../test/records.ts'
import { countOpenRows, expandableKeys, flatRows, matchingSamples, treeRows } from './tree-rows.ts'

const batch = { id: aBatch().id, name: 'Nordic study 4', numSamples: 3, byStatus: { UNKNOWN: 3 } }
const page = (samples: SampleTreeReply['samples']): SampleTreeReply => ({
  batches: [batch],
  samples,
  totalSamples: 3,
  totalIsExact: true,
})
const one = aSample({ id: '00000000-0000-4000-8000-000000000001', name: 'one' })
const child = aSample({ id: '00000000-0000-4000-8000-000000000002', name: 'child', parentSampleId: one.id })
const two = aSample({ id: '00000000-0000-4000-8000-000000000003', name: 'two' })

test('SAMP-01 a batch that runs over two pages is one row, with every family whole', () => {
  const rows = treeRows([page([{ ...one, children: [child] }]), page([{ ...two, children: [] }])])
  expect(rows).toHaveLength(1)
  expect(rows[0]?.children.map(({ sample, children }) => [sample.name, children?.length])).toEqual([
    ['one', 1],
    ['two', undefined],
  ])
})

test('SAMP-02 every row that has children can be opened', () => {
  expect(expandableKeys(treeRows([page([{ ...one, children: [child] }])]))).toEqual([batch.id, one.id])
})

test('the samples of all rows come in the order of the tree', () => {
  const rows = treeRows([page([{ ...one, children: [child] }]), page([{ ...two, children: [] }])])
  expect(matchingSamples(rows).map(({ name }) => name)).toEqual(['one', 'child', 'two'])
})

test('the rows of closed batches and parents are not counted', () => {
  const rows = treeRows([
    page([
      { ...one, children: [child] },
      { ...two, children: [] },
    ]),
  ])
  const openKeys: string[][] = [[batch.id, one.id], [batch.id], [one.id]]
  expect(openKeys.map((keys) => countOpenRows(rows, new Set(keys)))).toEqual([4, 3, 1])
})

test('a sorted sample that others have moved to the next page before it was read is one row', () => {
  const sorted = (samples: SampleTreeReply['samples'][number][]) => ({ ...page([]), samples })
  const [before, since] = [
    { ...one, children: [] },
    { ...one, status: 'QC_PASS' as const, children: [] },
  ]
  const rows = flatRows([sorted([{ ...two, children: [] }, before]), sorted([since])])
  expect(matchingSamples(rows).map(({ name, status }) => [name, status])).toEqual([
    ['two', two.status],
    ['one', 'QC_PASS'],
  ])
})
