import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type Try, useWrite } from '../../api/use-write.ts'
import { useIsSameVisit, useUndoNotice } from '../../ui/use-undo-notice.tsx'
import { useMay } from '../session/use-may.ts'
import { refetchAfterDeletion } from './deletion-api.ts'
import { useUndoDeletion } from './use-undo-deletion.tsx'

type Options<R, Reply extends { deletionId: string }> = {
  deleteRecord: (record: R, options: Try) => Promise<Reply>
  nameOf: (record: R) => string
  /** Whether the name is that of several records: '3 samples'. */
  isPlural?: (record: R) => boolean
  /** The title of the notification that offers Undo. */
  titleOf: (record: R, reply: Reply) => string
  /** Runs before anything is fetched again: a page of the deleted record would fetch what is gone. */
  leave?: (() => unknown) | undefined
  errorTitle: string
  /** Makes it wait for others of its scope, as an undo does. */
  scope?: { id: string }
}

/** Deletes a record and offers to undo it to who may restore it. */
export function useDelete<R, Reply extends { deletionId: string }>({
  deleteRecord,
  nameOf,
  isPlural = () => false,
  titleOf,
  leave = () => {},
  errorTitle,
  scope,
}: Options<R, Reply>) {
  const queryClient = useQueryClient()
  const offerUndo = useUndoNotice()
  const isSameVisit = useIsSameVisit()
  const undo = useUndoDeletion()
  const { message } = App.useApp()
  const mayRestore = useMay('restore')
  return useWrite({
    mutationFn: deleteRecord,
    onSuccess: async (reply, record) => {
      if (!isSameVisit()) return refetchAfterDeletion(queryClient)
      await leave()
      const deletion = { deletionId: reply.deletionId, name: nameOf(record), isPlural: isPlural(record) }
      const title = titleOf(record, reply)
      if (mayRestore) offerUndo(title, undo.retryable(deletion))
      else void message.success(title)
      return refetchAfterDeletion(queryClient)
    },
    ...(scope && { scope }),
    meta: { errorTitle },
  })
}

/** The body of a deletion; none without a reason. */
export const reasonBody = (reason: string | undefined): { body?: { reason: string } } =>
  reason === undefined ? {} : { body: { reason } }
