import type { StorageListQuery } from '@lims/contract/storage.ts'
import { pathSeparator } from '@lims/contract/storage-path.ts'
import type { Db } from '../db/database.ts'
import { listIdsByPath } from './storage-path-queries.ts'
import { asStorage, countStorages, listStorages, listStoragesById } from './storage-queries.ts'

/** Returns a page of storages, and how many match. */
export async function listPage(db: Db, query: Parameters<typeof listStorages>[1]) {
  const totalStorages = await countStorages(db, query)
  const storages = await listStorages(db, query, totalStorages)
  return { storages: storages.map(asStorage), totalStorages }
}

/** Returns a page of storages by name or, if no name contains the text, by path: 'Freezer 3 Box 1' is in no name. */
export async function searchStorages(db: Db, query: StorageListQuery) {
  const byName = await listPage(db, query)
  const words = wordsOfPath(query.query)
  return byName.totalStorages > 0 || words.length < 2 ? byName : readPageByPath(db, words, query)
}

const wordsOfPath = (text = '') =>
  text
    .replaceAll(pathSeparator.trim(), ' ')
    .split(' ')
    .filter((word) => word !== '')

async function readPageByPath(
  db: Db,
  words: readonly string[],
  { type, pageNumber, pageSize, sort }: StorageListQuery,
) {
  const inOrder = await listIdsByPath(db, words, type)
  const ids = sort === 'alias' ? inOrder : inOrder.reverse()
  const page = ids.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize)
  const storages = await listStoragesById(db, page)
  return { storages: storages.map(asStorage), totalStorages: ids.length }
}
