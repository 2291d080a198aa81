import { useBlocker } from '@tanstack/react-router'
import { Alert, Modal } from 'antd'
import { storedToken } from '../api/stored-token.ts'
import styles from './stale-notice.module.css'
import type { TypedWork } from './use-typed-work.ts'

type Props = { work: Pick<TypedWork, 'isBack' | 'isTyped' | 'forget'> }

/** Says that what was typed is back, and asks whoever leaves the page with something typed. */
export function TypedWorkNotices({ work }: Props) {
  const { proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && storedToken() !== undefined && work.isTyped(),
    enableBeforeUnload: work.isTyped,
    withResolver: true,
  })

  function leave() {
    work.forget()
    proceed?.()
  }

  return (
    <>
      {work.isBack && (
        <Alert
          className={styles.notice ?? ''}
          type="info"
          showIcon
          closable
          title="What you had typed is here again"
          description="It is not saved yet. Look it over, then save."
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
        What you typed on this page is not saved, and is lost when you leave.
      </Modal>
    </>
  )
}
