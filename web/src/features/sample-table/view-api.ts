import { type SavedView, type SaveViewBody, viewsApi } from '@lims/contract/views.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { createStore } from '../../api/create-store.ts'
import { useWrite } from '../../api/use-write.ts'
import { currentSession } from '../../entities/session/session.ts'
import { undoScope, useUndoNotice } from '../../ui/use-undo-notice.tsx'
import type { ColumnKey } from './sample-columns.tsx'

/** The saved views of the signed-in person, and those that others share. */
export const viewsQuery = queryOptions({
  queryKey: ['views'] as const,
  queryFn: async ({ signal }) => (await call(viewsApi.list, {}, { signal })).views,
  meta: { errorTitle: 'The saved views could not be loaded' },
})

/**
 * Columns that were chosen while a view with columns of its own is shown, by `unsavedKey`. Saving the view keeps them.
 */
export const unsavedColumns = createStore<ReadonlyMap<string, readonly ColumnKey[]>>(new Map())

/** One person may share the browser with others. */
export const unsavedKey = (viewId: string): string => `${currentSession()?.user.sub} ${viewId}`

/** Undefined: the columns of the view. */
export function setUnsavedColumns(viewId: string, columns: readonly ColumnKey[] | undefined) {
  const next = new Map(unsavedColumns.get())
  if (columns) next.set(unsavedKey(viewId), columns)
  else next.delete(unsavedKey(viewId))
  unsavedColumns.set(next)
}

/** Fetches the views again, also after a failure: another tab may have changed or deleted them. */
function useRefetchViews() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })
}

export function useSaveView() {
  const { message } = App.useApp()
  return useWrite({
    mutationFn: (body: SaveViewBody, options) => call(viewsApi.save, { body }, options),
    onSuccess: ({ view }) => {
      setUnsavedColumns(view.id, undefined)
      void message.success(`View ${view.name} saved`)
    },
    onSettled: useRefetchViews(),
    meta: { errorTitle: 'The view could not be saved' },
  })
}

/** Deletes a view, and offers to undo it. */
export function useDeleteView() {
  const refetch = useRefetchViews()
  const showUndo = useUndoNotice()
  const restore = useWrite({
    mutationFn: ({ id }: SavedView, options) => call(viewsApi.undoDelete, { body: { id } }, options),
    onSettled: refetch,
    scope: undoScope,
    meta: { errorTitle: 'The view could not be restored' },
  })
  return useWrite({
    mutationFn: ({ id }: SavedView, options) => call(viewsApi.delete, { body: { id } }, options),
    onSuccess: (_, view) => showUndo(`View ${view.name} deleted`, restore.retryable(view)),
    onSettled: refetch,
    meta: { errorTitle: 'The view could not be deleted' },
  })
}
