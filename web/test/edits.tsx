import { useUndoNotice } from '../src/ui/use-undo-notice.tsx'

/** The button Edit of another page, after which `undo` is offered. */
export function Edits({ undo = async () => true }: { undo?: () => Promise<boolean> }) {
  const offerUndo = useUndoNotice()
  return (
    <button type="button" onClick={() => offerUndo('NB-7 edited', undo)}>
      Edit
    </button>
  )
}
