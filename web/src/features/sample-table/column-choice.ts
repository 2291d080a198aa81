import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { createLocalStore, type Store, useStore } from '../../api/create-store.ts'
import { parseJson } from '../../api/parse-json.ts'
import { useSession } from '../../entities/session/session.ts'
import { type ColumnKey, isColumnKey, knownColumns } from './sample-columns.tsx'

export const defaultColumns: readonly ColumnKey[] = ['type', 'status', 'volume', 'notes', 'place']

/** Widths that a person has set, in pixels; the others follow from the room. */
export type ColumnWidths = Readonly<Partial<Record<ColumnKey | 'name', number>>>

/** Pixels. Name and status are never cut. */
const minWidths: ColumnWidths = { name: 200, status: 150 }
const minWidth = 60
const maxWidth = 800

/** Returns the next width that a column may have, in whole pixels. */
export const boundedWidth = (key: ColumnKey | 'name', width: number): number =>
  Math.round(Math.min(maxWidth, Math.max(minWidths[key] ?? minWidth, width)))

const stores = new Map<string, Store<string | null>>()

/** One person may share the browser with others, each with columns of their own. */
function storeOf(name: string, userId: string): Store<string | null> {
  const key = `lims.${name}.${userId}`
  const store = stores.get(key) ?? createLocalStore(key)
  stores.set(key, store)
  return store
}

/** Returns the columns in display order; undefined if the text was not written by `choose`. */
function parseColumns(text: string | null): ColumnKey[] | undefined {
  const kept = parseJson(text, z.array(z.string()))
  return kept && knownColumns(kept)
}

function parseWidths(text: string | null): ColumnWidths {
  const kept = parseJson(text, z.record(z.string(), z.number())) ?? {}
  return Object.fromEntries(
    Object.entries(kept).flatMap(([key, width]) =>
      key === 'name' || isColumnKey(key) ? [[key, boundedWidth(key, width)]] : [],
    ),
  )
}

/** The columns that the signed-in person has chosen for tables of samples, and their widths, kept in this browser. */
export function useColumnChoice() {
  const userId = useSession()?.user.sub ?? ''
  const columnsStore = storeOf('sample-columns', userId)
  const widthsStore = storeOf('sample-column-widths', userId)
  const keptColumns = useStore(columnsStore)
  const keptWidths = useStore(widthsStore)
  const own = useMemo(() => parseColumns(keptColumns), [keptColumns])
  const widths = useMemo(() => parseWidths(keptWidths), [keptWidths])
  const setWidths = useCallback(
    (next: ColumnWidths) => widthsStore.set(Object.keys(next).length > 0 ? JSON.stringify(next) : null),
    [widthsStore],
  )
  return {
    columns: own ?? defaultColumns,
    isOwn: own !== undefined,
    widths,
    /** `undefined` restores the default columns. */
    choose: (columns: readonly ColumnKey[] | undefined) =>
      columnsStore.set(columns ? JSON.stringify(columns) : null),
    /** An empty object restores the default widths. */
    setWidths,
  }
}
