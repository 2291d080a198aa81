import { Alert } from 'antd'
import { LeaveQuestion } from './leave-question.tsx'
import styles from './notice.module.css'
import type { Draft } from './use-draft.ts'
import { restoredNotice } from './use-may-be-saved.ts'

type Props = {
  draft: Pick<Draft, 'isRestored' | 'mayBeSaved' | 'hasChanges' | 'discard'>
  /** While it is saved, the page can be left: the draft is kept until the reply. */
  isSaving?: boolean
}

/** Shows that a draft was restored, and asks for confirmation before a page with unsaved input is left. */
export function DraftNotices({ draft, isSaving = false }: Props) {
  return (
    <>
      {draft.isRestored && (
        <Alert
          className={styles.notice ?? ''}
          type="info"
          showIcon
          closable
          {...restoredNotice(draft.mayBeSaved, 'Check it, then save.')}
        />
      )}
      <LeaveQuestion
        text="Your changes on this page are not saved. They are lost if you leave."
        losesInput={() => !isSaving && draft.hasChanges()}
        losesByReload={draft.hasChanges}
        onLeave={draft.discard}
      />
    </>
  )
}
