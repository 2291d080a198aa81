import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { createLocalStore, type Store, useStore } from '../../api/create-store.ts'
import { parseJson } from '../../api/parse-json.ts'
import { useSession } from '../../entities/session/session.ts'
import { type ColumnKey, isColumnKey, knownColumns } from './sample-columns.tsx'
import { setUnsavedColumns, unsavedColumns, unsavedKey, viewsQuery } from './view-api.ts'
import { findView } from './view-search.ts'

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

const compact = 'compact'

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

/** The view that the address of the list of samples shows. */
export function useShownView() {
  const { data: views = [] } = useQuery(viewsQuery)
  const { pathname, search } = useLocation()
  return pathname === '/samples' ? findView(views, search) : undefined
}

/**
 * The columns of tables of samples, their widths and the height of the rows: columns of the view that is shown, if it
 * has any; the rest as the signed-in person has chosen it, which this browser keeps.
 */
export function useColumnChoice() {
  const userId = useSession()?.user.sub ?? ''
  const columnsStore = storeOf('sample-columns', userId)
  const widthsStore = storeOf('sample-column-widths', userId)
  const densityStore = storeOf('sample-density', userId)
  const density = useStore(densityStore)
  const keptColumns = useStore(columnsStore)
  const keptWidths = useStore(widthsStore)
  const view = useShownView()
  const unsaved = useStore(unsavedColumns)
  const ofViewUnsaved = view?.columns ? unsaved.get(unsavedKey(view.id)) : undefined
  const ofView = useMemo(
    () => (view?.columns ? (ofViewUnsaved ?? knownColumns(view.columns)) : undefined),
    [view, ofViewUnsaved],
  )
  const own = useMemo(() => parseColumns(keptColumns), [keptColumns])
  const widths = useMemo(() => parseWidths(keptWidths), [keptWidths])
  const setWidths = useCallback(
    (next: ColumnWidths) => widthsStore.set(Object.keys(next).length > 0 ? JSON.stringify(next) : null),
    [widthsStore],
  )
  return {
    columns: ofView ?? own ?? defaultColumns,
    isOwn: (ofView ?? own) !== undefined,
    /** Whether there is something to restore. */
    isChanged:
      Object.keys(widths).length > 0 || (view?.columns ? ofViewUnsaved !== undefined : own !== undefined),
    widths,
    /** `undefined` restores the columns of the view, or the default columns. */
    choose: (columns: readonly ColumnKey[] | undefined) => {
      if (view?.columns) setUnsavedColumns(view.id, columns)
      else columnsStore.set(columns ? JSON.stringify(columns) : null)
    },
    /** An empty object restores the default widths. */
    setWidths,
    /** Whether each row is one line, as low as its status. */
    isCompact: density === compact,
    setCompact: (isCompact: boolean) => densityStore.set(isCompact ? compact : null),
  }
}
