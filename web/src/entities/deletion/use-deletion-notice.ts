import { useUndoNotice } from '../../ui/use-undo-notice.tsx'
import { type Deletion, useUndoDeletion } from './use-undo-deletion.tsx'

/** Says that something was deleted and offers its undo; `refresh` fetches anew what shows it. */
export function useDeletionNotice(refresh: () => Promise<unknown>) {
  const offerUndo = useUndoNotice()
  const undo = useUndoDeletion(refresh)
  return (title: string, deletion: Deletion) => {
    offerUndo(title, () => undo.mutate(deletion))
    return refresh()
  }
}
