import { allowedContents } from '@lims/contract/storage-type.ts'
import { compareCells, compareFreezers } from '../storage/walk-order.ts'
import type { TreeNode } from './tree-queries.ts'

/** The storages of the laboratory without its boxes, in the order in which a person walks past them. */
export type StorageTree = {
  nodes: ReadonlyMap<number, TreeNode>
  children: ReadonlyMap<number, readonly TreeNode[]>
}

/** Orders freezers by name, and what is inside by cell. */
export function asStorageTree(listed: readonly TreeNode[]): StorageTree {
  const children = Map.groupBy(listed, ({ parentId }) => parentId ?? 0)
  for (const [parentId, siblings] of children) {
    siblings.sort(parentId === 0 ? compareFreezers : compareCells)
  }
  const nodes = new Map<number, TreeNode>()
  const add = (node: TreeNode) => {
    nodes.set(node.id, node)
    for (const child of children.get(node.id) ?? []) add(child)
  }
  for (const root of children.get(0) ?? []) add(root)
  return { nodes, children }
}

/** Returns the ids of these storages and of everything inside them but boxes. */
export function idsInside({ nodes, children }: StorageTree, roots: readonly number[]): Set<number> {
  const inside = new Set<number>()
  const add = (id: number) => {
    if (inside.has(id) || !nodes.has(id)) return
    inside.add(id)
    for (const child of children.get(id) ?? []) add(child.id)
  }
  for (const id of roots) add(id)
  return inside
}

const maxLevel = 10

/**
 * Whether a storage takes boxes. One that holds racks, drawers or shelves keeps its free cells for those, and a tenth
 * level holds nothing.
 */
export const takesBoxes = ({ children }: StorageTree, { id, type, level }: TreeNode): boolean =>
  allowedContents[type].includes('BOX') && level < maxLevel && (children.get(id) ?? []).length === 0
