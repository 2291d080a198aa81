import { useBlocker } from '@tanstack/react-router'
import { Alert, Modal } from 'antd'
import { storedToken } from '../api/stored-token.ts'
import styles from './notice.module.css'
import type { Draft } from './use-draft.ts'
import { restoredNotice } from './use-may-be-saved.ts'

type Props = { draft: Pick<Draft, 'isRestored' | 'mayBeSaved' | 'hasChanges' | 'discard'> }

/** Shows that a draft was restored, and asks for confirmation before a page with unsaved input is left. */
export function DraftNotices({ draft }: Props) {
  const { proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && storedToken() !== undefined && draft.hasChanges(),
    enableBeforeUnload: draft.hasChanges,
    withResolver: true,
  })

  function leave() {
    draft.discard()
    proceed?.()
  }

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
      <Modal
        title="Leave without saving?"
        open={proceed !== undefined}
        onOk={leave}
        onCancel={() => reset?.()}
        okText="Leave"
        cancelText="Stay"
        width={440}
      >
        Your changes on this page are not saved. They are lost if you leave.
      </Modal>
    </>
  )
}
