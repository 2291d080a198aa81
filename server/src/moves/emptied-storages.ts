import { joinTexts } from '@lims/contract/join-texts.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Db } from '../db/database.ts'
import { listNamesAbove } from '../samples/sample-place-queries.ts'
import { idsInside, type StorageTree } from './storage-tree.ts'
import { listEmptied } from './tree-queries.ts'

/** What open moves empty. Nothing is to be put there. */
export type Emptied = {
  /** The storages that the moves name. */
  roots: readonly number[]
  /** The name of the move, by the id of these storages and of everything inside but boxes. */
  moveOf: ReadonlyMap<number, string>
}

export async function readEmptied(db: Db, tree: StorageTree): Promise<Emptied> {
  const listed = await listEmptied(db)
  const moveOf = listed.flatMap(({ storageId, move }) =>
    [storageId, ...idsInside(tree, [storageId])].map((id) => [id, move] as const),
  )
  return { roots: listed.map(({ storageId }) => storageId), moveOf: new Map(moveOf) }
}

/** Whether an open move empties a box or the storage that holds it. */
export const isEmptied = (
  { id, holderId }: { id: number; holderId?: number | null | undefined },
  { moveOf }: Emptied,
): boolean => moveOf.has(id) || moveOf.has(holderId ?? 0)

/** Says which of these storages are left out because open moves empty them, one sentence for each move. */
export async function warningsOfEmptied(
  db: Db,
  storageIds: readonly number[],
  { moveOf }: Emptied,
): Promise<string[]> {
  const leftOut = new Set(storageIds.filter((id) => moveOf.has(id)))
  const names = await listNamesAbove(db, [...leftOut])
  return [...Map.groupBy(leftOut, (id) => moveOf.get(id))].map(([move, ids]) => {
    const paths = ids.map((id) => joinPath(names.get(id) ?? []))
    return `Nothing goes into ${joinTexts(paths, { max: 3 })}, which the open move '${move}' empties.`
  })
}
