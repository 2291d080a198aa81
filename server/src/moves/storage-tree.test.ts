import type { StorageType } from '@lims/contract/storage-type.ts'
import { expect, test } from 'vitest'
import { asStorageTree, idsInside, takesBoxes } from './storage-tree.ts'
import type { TreeNode } from './tree-queries.ts'

const aNode = (id: number, type: StorageType, more: Partial<TreeNode> = {}): TreeNode => ({
  id,
  type,
  alias: `Storage ${id}`,
  numberRows: 5,
  numberColumns: 5,
  rowPrefix: '',
  columnPrefix: '',
  parentId: null,
  row: null,
  column: null,
  freezerId: id,
  temperatureC: -80,
  level: 1,
  ...more,
})
const inside = (parentId: number, row: number, column: number, level: number) => ({
  parentId,
  row,
  column,
  level,
})
/** Two freezers; the second holds an empty drawer, and a shelf with two racks. */
const nodes = [
  aNode(1, 'FREEZER', { alias: 'Freezer 10' }),
  aNode(2, 'FREEZER', { alias: 'Freezer 2' }),
  aNode(3, 'SHELF', inside(2, 1, 2, 2)),
  aNode(4, 'DRAWER', inside(2, 1, 1, 2)),
  aNode(5, 'RACK', inside(3, 2, 1, 3)),
  aNode(6, 'RACK', inside(3, 1, 4, 3)),
]
const tree = asStorageTree(nodes)

test('storages are in the order in which a person walks past them, in whatever order they are listed', () => {
  for (const listed of [nodes, nodes.toReversed()]) {
    expect([...asStorageTree(listed).nodes.keys()]).toEqual([2, 4, 3, 6, 5, 1])
  }
  expect(asStorageTree([]).nodes.size).toBe(0)
})

test('what is inside a storage is itself and everything in it; a box or a deleted storage has nothing', () => {
  expect(idsInside(tree, [3])).toEqual(new Set([3, 6, 5]))
  expect(idsInside(tree, [5, 2, 99])).toEqual(new Set([5, 2, 4, 3, 6]))
  expect(idsInside(tree, [99])).toEqual(new Set())
})

test('a storage takes boxes that may hold them, holds nothing else, and is not in the last level', () => {
  expect(nodes.filter((node) => takesBoxes(tree, node)).map(({ id }) => id)).toEqual([1, 4, 5, 6])
  expect(takesBoxes(tree, aNode(7, 'RACK', { level: 9 }))).toBe(true)
  expect(takesBoxes(tree, aNode(7, 'RACK', { level: 10 }))).toBe(false)
  expect(takesBoxes(tree, aNode(7, 'UNKNOWN'))).toBe(false)
})
