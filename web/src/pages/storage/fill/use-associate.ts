import { formatSeries } from '@lims/contract/join-texts.ts'
import type { Cell } from '@lims/contract/positions.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { App } from 'antd'
import { call } from '../../../api/call.ts'
import { type CallError, hasCode } from '../../../api/call-error.ts'
import type { FailureMeta } from '../../../api/query-client.ts'
import { type Try, useWrite } from '../../../api/use-write.ts'
import { useRefreshPlaces } from '../../../entities/storage/use-refresh-places.ts'
import { undoScope, useUndoNotice } from '../../../ui/use-undo-notice.tsx'

type SampleInCell = { sample: { id: string; name: string }; storage: Storage; cell: Cell; label: string }
type SeenInCell = SampleInCell & { custodyEventId: number | null }
type StorageInCell = { child: Storage; parent: Storage; cell: Cell; label: string }

/** Puts a sample into a cell, unless its custody has changed since it was listed. */
export function useAssociateSample() {
  const { message } = App.useApp()
  const refresh = useRefreshPlaces()
  return useWrite({
    mutationFn: ({ sample, storage, cell, custodyEventId }: SeenInCell, options) =>
      associateSample(sample.id, { storage, cell, custodyEventId }, options),
    onSuccess: (_reply, { sample, storage, label }) =>
      void message.success(`${sample.name} is now in ${storage.alias}, ${label}`),
    onSettled: refresh,
    meta: failureMeta('Failed to associate sample to position', 'Failed to associate sample'),
  })
}

/** Takes a sample out of its cell, with undo. */
export function useDisassociateSample() {
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refresh = useRefreshPlaces()
  const undo = useWrite({
    mutationFn: ({ sample: { id: sampleId }, storage, cell }: SampleInCell, options) =>
      call(
        sampleLocationApi.arrange,
        {
          body: {
            moves: [{ sampleId, storageId: storage.id, ...coordinates(cell) }],
            expected: [{ sampleId, storageId: 0 }],
            undo: { custodyEventIds: [] },
          },
        },
        options,
      ),
    onSuccess: (_reply, { sample, storage, label }) =>
      void message.success(`${sample.name} is back in ${storage.alias}, ${label}`),
    onSettled: refresh,
    scope: undoScope,
    meta: failureMeta('Failed to associate sample to position', 'Failed to associate sample'),
  })

  return useWrite({
    // Not out of another cell, into which another person has put it since the dialog was opened, nor out of the one that
    // is kept for it while that person has it.
    mutationFn: ({ sample: { id: sampleId }, storage, cell, custodyEventId }: SeenInCell, options) => {
      const expected = [{ sampleId, storageId: storage.id, ...coordinates(cell), custodyEventId }]
      return call(
        sampleLocationApi.arrange,
        { body: { moves: [{ sampleId, storageId: 0 }], expected } },
        options,
      )
    },
    onSuccess: (_reply, removed) =>
      offerUndo(`${removed.sample.name} was taken out of ${removed.storage.alias}`, undo.retryable(removed)),
    onSettled: refresh,
    meta: failureMeta('Failed to disassociate sample', 'Failed to disassociate sample from storage'),
  })
}

/** Puts a storage into a cell of another. */
export function useAssociateStorage() {
  const { message } = App.useApp()
  const refresh = useRefreshPlaces()
  return useWrite({
    // Not out of another cell, into which another person has put it since the list was read.
    mutationFn: ({ child: { id, version }, parent, cell }: StorageInCell, options) =>
      call(storageApi.update, { body: { id, parentID: parent.id, ...coordinates(cell), version } }, options),
    onSuccess: (_reply, { child, parent, label }) =>
      void message.success(`${child.alias} is now in ${parent.alias}, ${label}`),
    onSettled: refresh,
    meta: failureMeta('Failed to associate storage'),
  })
}

/** Puts a storage back to where it was, unless it has changed since. */
function usePutBack() {
  const { message } = App.useApp()
  const refresh = useRefreshPlaces()
  return useWrite({
    mutationFn: ({ id, parentID, rowCoordinate, columnCoordinate, version }: Storage, options) =>
      call(storageApi.update, { body: { id, parentID, rowCoordinate, columnCoordinate, version } }, options),
    onSuccess: (_reply, { alias, parentAlias, position }) =>
      void message.success(
        `${alias} is back ${parentAlias ? `in ${parentAlias}, ${position}` : 'at the top level'}`,
      ),
    onSettled: refresh,
    scope: undoScope,
    meta: failureMeta('Failed to associate storage'),
  })
}

type StorageToMove = { storage: Storage; parentID: number; cell: Cell | undefined }

/** Moves a storage into a cell of another, or into its first free one, with undo. */
export function useMoveStorage() {
  const offerUndo = useUndoNotice()
  const refresh = useRefreshPlaces()
  const undo = usePutBack()
  return useWrite({
    mutationFn: ({ storage: { id, version }, parentID, cell }: StorageToMove, options) =>
      call(storageApi.update, { body: { id, parentID, ...(cell && coordinates(cell)), version } }, options),
    onSuccess: ({ storage: { alias, parentAlias, position, version } }, { storage }) =>
      offerUndo(`${alias} is now in ${parentAlias}, ${position}`, undo.retryable({ ...storage, version })),
    onSettled: refresh,
    meta: failureMeta('Failed to associate storage'),
  })
}

/** Takes a storage out of its parent, with undo, unless it has changed since. */
export function useDisassociateStorage() {
  const offerUndo = useUndoNotice()
  const refresh = useRefreshPlaces()
  const undo = usePutBack()
  return useWrite({
    // Not out of another parent, into which another person has put it since the page was read.
    mutationFn: ({ id, version }: Storage, options) =>
      call(storageApi.update, { body: { id, parentID: null, version } }, options),
    onSuccess: ({ storage: { version } }, storage) =>
      offerUndo(
        `${storage.alias} was taken out of ${storage.parentAlias}`,
        undo.retryable({ ...storage, version }),
      ),
    onSettled: refresh,
    meta: failureMeta('Failed to disassociate storage'),
  })
}

type CellOfStorage = { storage: Storage; cell: Cell }

export const associateSample = (
  sampleId: string,
  { storage, cell, custodyEventId }: CellOfStorage & { custodyEventId?: number | null },
  options: Try,
) =>
  call(
    sampleLocationApi.associate,
    { body: { sampleId, storageId: storage.id, ...coordinates(cell), custodyEventId } },
    options,
  )

export const associateStorage = (childStorageId: number, { storage, cell }: CellOfStorage, options: Try) =>
  call(
    storageApi.associate,
    { body: { childStorageId, parentStorageId: storage.id, ...coordinates(cell) } },
    options,
  )

const coordinates = ({ row, column }: Cell) => ({ rowCoordinate: row, columnCoordinate: column })

/** The server's sentence names the fields of the API. */
function changedSince({ changes }: CallError): string {
  const people = [...new Set(changes.map(({ personName }) => personName))]
  return `${people.length > 0 ? formatSeries(people) : 'Somebody'} changed it since. Nothing was moved; please check again.`
}

/** Shows a failure as '{subject}: {reason}' if the server gives a reason, otherwise as '{fallback}'. */
const failureMeta = (fallback: string, subject = fallback): FailureMeta => ({
  fallbackText: fallback,
  noticeOf: (text, failure) => {
    const reason = hasCode(failure, 'version-stale') ? changedSince(failure) : text
    const detail = reason === fallback ? fallback : `${subject}: ${reason}`
    return { title: 'LIMS error', detail, seconds: 0 }
  },
})
