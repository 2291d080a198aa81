import { z } from 'zod'
import { createLocalStore, type Store, useStore } from '../../api/create-store.ts'
import { parseJson } from '../../api/parse-json.ts'
import { useSession } from '../../entities/session/session.ts'
import { type ColumnKey, knownColumns } from './sample-columns.tsx'

export const defaultColumns: readonly ColumnKey[] = ['type', 'status', 'volume', 'notes', 'place']

const stores = new Map<string, Store<string | null>>()

/** One person may share the browser with others, each with columns of their own. */
function storeOf(userId: string): Store<string | null> {
  const key = `lims.sample-columns.${userId}`
  const store = stores.get(key) ?? createLocalStore(key)
  stores.set(key, store)
  return store
}

/** Returns the columns in display order; undefined if the text was not written by `choose`. */
function parseKept(text: string | null): ColumnKey[] | undefined {
  const kept = parseJson(text, z.array(z.string()))
  return kept && knownColumns(kept)
}

/** The columns that the signed-in person has chosen for tables of samples, kept in this browser. */
export function useColumnChoice() {
  const store = storeOf(useSession()?.user.sub ?? '')
  const own = parseKept(useStore(store))
  return {
    columns: own ?? defaultColumns,
    isOwn: own !== undefined,
    /** `undefined` restores the default columns. */
    choose: (columns: readonly ColumnKey[] | undefined) =>
      store.set(columns ? JSON.stringify(columns) : null),
  }
}
