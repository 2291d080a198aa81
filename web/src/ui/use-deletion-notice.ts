import { deletionsApi } from '@lims/contract/deletions.ts'
import { App } from 'antd'
import { call } from '../api/call.ts'
import { useWrite } from '../api/use-write.ts'
import { useUndoNotice } from './use-undo-notice.tsx'

type Deletion = { deletionId: string; name: string }

/** Says that something was deleted and offers its undo; `refresh` fetches anew what shows it. */
export function useDeletionNotice(refresh: () => Promise<unknown>) {
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const undo = useWrite({
    mutationFn: ({ deletionId }: Deletion) => call(deletionsApi.undo, { body: { deletionId } }),
    onSuccess: (_reply, { name }) => {
      message.success(`${name} is back`)
      return refresh()
    },
    meta: { errorTitle: 'The deletion could not be undone' },
  })
  return (title: string, deletion: Deletion) => {
    offerUndo(title, () => undo.mutate(deletion))
    return refresh()
  }
}
