import { type Custody, custodyNames, type EndedByUndo, endedByUndo } from '@lims/contract/custody.ts'
import { type CheckOutBody, custodyApi, type SetCustodyBody } from '@lims/contract/custody-api.ts'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { hasCode } from '../../api/call-error.ts'
import { type Try, useWrite } from '../../api/use-write.ts'
import { useConfirmedTries } from '../../forms/use-confirm-with-reason.tsx'
import { undoScope, useIsSameVisit, useUndoNotice } from '../../ui/use-undo-notice.tsx'
import { useAreRolesOn } from '../session/use-may.ts'
import { pathText } from '../storage/path-text.ts'
import { refetchCustody } from './custody-api.ts'

const freesCells = (failure: Error) => hasCode(failure, 'undo-frees-cells')

const puttingBack = {
  title: 'Put it back into use?',
  content: 'It was recorded as depleted or disposed of. The reason is recorded in the audit trail.',
}
const releasing = {
  title: 'Release it from quarantine?',
  content: 'The reason is recorded in the audit trail.',
}

type Undo = { eventIds: readonly number[]; reason?: string | undefined; freesCells?: boolean }

/**
 * Undoes changes of custody by their events: all of them or none. If samples leave their cells, a dialog names the
 * cells first. If samples that were depleted or disposed of are in use again, or released from quarantine, and roles
 * are on, a dialog requires the reason.
 */
export function useUndoCustody() {
  const queryClient = useQueryClient()
  const { message, modal } = App.useApp()
  const isSameVisit = useIsSameVisit()
  const isReasonRequired = useAreRolesOn()
  const afterConfirmation = useConfirmedTries()
  const undo = useWrite({
    mutationFn: ({ eventIds, reason, freesCells }: Undo, options) =>
      call(
        custodyApi.undo,
        {
          body: {
            eventIds: [...eventIds],
            ...(reason !== undefined && { reason }),
            ...(freesCells && { freesCells }),
          },
        },
        options,
      ),
    onSuccess: ({ count }) => {
      message.success(count === 1 ? 'The change was undone' : `${formatNumber(count)} changes were undone`)
      return refetchCustody(queryClient)
    },
    onError: (failure, changes) => {
      if (freesCells(failure) && isSameVisit()) confirmFreeing(failure.message, changes)
    },
    scope: undoScope,
    meta: { errorTitle: 'The change could not be undone', handlesErrors: freesCells },
  })

  /** The dialog stays open after a try without a reply: the next is the same write. */
  function confirmFreeing(cells: string, changes: Undo): void {
    const takeBack = undo.retryable({ ...changes, freesCells: true })
    modal.confirm({
      title: 'Take out of storage?',
      content: cells,
      okText: 'Undo the change',
      focusable: { autoFocusButton: 'cancel' },
      // A returned promise would close the dialog however it resolves.
      onOk: (close: () => void) => {
        void takeBack().then((isSettled) => isSettled && close())
      },
    })
  }

  /** Returns a function as that of `useWrite`. `ended`: what the samples are no more after the undo. */
  const retryable = (
    eventIds: readonly number[],
    { ended }: { ended?: EndedByUndo } = {},
  ): (() => Promise<boolean>) => {
    const withReason = afterConfirmation(
      {
        ...(ended === 'quarantine' ? releasing : puttingBack),
        okText: 'Undo the change',
        draftId: eventIds[0] ?? 0,
      },
      (reason) => undo.retryable({ eventIds, reason }),
    )
    const withoutReason = undo.retryable({ eventIds })
    return () => (ended && isReasonRequired() ? withReason() : withoutReason())
  }

  return {
    retryable,
    /** With a key, a try after a lost reply gets the reply of the first. */
    mutateAsync: (eventIds: readonly number[], callbacks: { onReply: () => void }, attempt: Partial<Try>) =>
      undo.mutateAsync({ eventIds }, callbacks, attempt),
    isPending: undo.isPending,
  }
}

/** Changes the custody of samples by hand, with one undo. `from` is what they are before. */
export function useSetCustody() {
  const queryClient = useQueryClient()
  const undo = useUndoCustody()
  const offerUndo = useUndoNotice()
  return useWrite({
    isSubmission: true,
    mutationFn: ({ from: _, ...body }: SetCustodyBody & { from: readonly Custody[] }, options) =>
      call(custodyApi.set, { body }, options),
    onSuccess: ({ count, eventIds }, { custody, reason, from }) => {
      const title = `${formatCount(count, 'sample is', 'samples are')} now ${custodyNames[custody]}`
      const ended = from.map((one) => endedByUndo({ from: one, to: custody, reason })).find(Boolean)
      offerUndo(title, undo.retryable(eventIds, { ended }))
    },
    onSettled: () => refetchCustody(queryClient),
    meta: { errorTitle: 'The custody was not changed' },
  })
}

/** Whether a check-out was refused because tubes exceed their limit of freeze-thaw cycles. */
export const isOverLimit = (failure: Error | null): failure is Error =>
  failure !== null && hasCode(failure, 'thaw-limit-reached')

/** Checks tubes out, with one undo. The caller shows a refusal for the limit of freeze-thaw cycles. */
export function useCheckOut() {
  const queryClient = useQueryClient()
  const undo = useUndoCustody()
  const offerUndo = useUndoNotice()
  return useWrite({
    isSubmission: true,
    mutationFn: (body: z.input<typeof CheckOutBody>, options) => call(custodyApi.checkOut, { body }, options),
    onSuccess: ({ tubes }, { thawed }) => {
      const eventIds = tubes.map(({ eventId }) => eventId)
      const uncounted = thawed ? tubes.filter(({ isThawCounted }) => !isThawCounted).length : 0
      offerUndo(
        `${formatCount(tubes.length, 'tube')} checked out`,
        undo.retryable(eventIds),
        uncounted > 0 ? noneCountedFor(uncounted) : undefined,
      )
      return refetchCustody(queryClient)
    },
    meta: { errorTitle: 'Nothing was checked out' },
  })
}

const noneCountedFor = (count: number): string =>
  `No freeze-thaw cycle was counted for ${formatCount(count, 'tube')}: ${
    count === 1 ? 'its place is' : 'their places are'
  } not known to be −60 °C or colder.`

type CheckedOut = { sampleId: string; eventId: number | null | undefined }

/**
 * Returns tubes, each checked out by its `eventId`, all or none, unless the custody of one has changed since; with one
 * undo.
 */
export function useReturn() {
  const queryClient = useQueryClient()
  const undo = useUndoCustody()
  const offerUndo = useUndoNotice()
  return useWrite({
    isSubmission: true,
    mutationFn: (tubes: readonly CheckedOut[], options) => {
      const identifiers = tubes.map(({ sampleId }) => sampleId)
      const custodyEventIds = tubes.flatMap(({ eventId }) => eventId ?? [])
      const areKnown = custodyEventIds.length === tubes.length
      return call(custodyApi.return, { body: { identifiers, ...(areKnown && { custodyEventIds }) } }, options)
    },
    onSuccess: ({ tubes }) => {
      const [first] = tubes
      const where = tubes.length === 1 ? first?.place?.path : undefined
      const eventIds = tubes.map(({ eventId }) => eventId)
      offerUndo(
        `${formatCount(tubes.length, 'tube')} returned`,
        undo.retryable(eventIds),
        tubes.length > 1 ? 'They wait to be put away.' : where && `To put away: ${pathText(where)}`,
      )
    },
    onSettled: () => refetchCustody(queryClient),
    meta: { errorTitle: 'Nothing was returned' },
  })
}

type PutAway = {
  sampleId: string
  /** A cell for a tube that has none. */
  cell?: { storageId: number; rowCoordinate: number; columnCoordinate: number } | null
  /** The return that is seen: another person may have checked the tube out since. */
  eventId?: number | null
}

/**
 * Confirms that a returned tube is in its cell, or places it in a free one. Returns the id of the tube, or none if it
 * does not wait any more.
 */
export function usePutAway() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  return useWrite({
    isSubmission: true,
    mutationFn: async ({ sampleId, cell, eventId }: PutAway, options) => {
      if (!cell) {
        const body = { sampleIds: [sampleId], ...(eventId && { custodyEventIds: [eventId] }) }
        const { sampleIds } = await call(custodyApi.putAway, { body }, options)
        return sampleIds
      }
      const { storageId, rowCoordinate, columnCoordinate } = cell
      const place = { sampleId, storageId, rowCoordinate, columnCoordinate }
      const body = { ...place, ...(eventId && { custodyEventId: eventId }) }
      await call(sampleLocationApi.associate, { body }, options)
      return [sampleId]
    },
    onSuccess: (sampleIds) => {
      if (sampleIds.length === 0) message.warning('The tube does not wait to be put away any more')
    },
    onSettled: () => refetchCustody(queryClient),
    meta: { errorTitle: 'The tube was not put away' },
  })
}

/** Confirms a freeze-thaw cycle over the limit that another person requested. */
export function useConfirmThaw() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  return useWrite({
    mutationFn: (eventId: number, options) =>
      call(custodyApi.confirmThaw, { body: { eventIds: [eventId] } }, options),
    onSuccess: () => {
      message.success('The freeze-thaw cycle was confirmed')
      return refetchCustody(queryClient)
    },
    meta: { errorTitle: 'The freeze-thaw cycle was not confirmed' },
  })
}
