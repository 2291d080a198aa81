import { useBlocker } from '@tanstack/react-router'
import { Modal } from 'antd'

/** Whoever leaves while labels come out is asked first. */
export function LeaveWarning({ isBusy }: { isBusy: boolean }) {
  const { proceed, reset } = useBlocker({
    shouldBlockFn: () => isBusy,
    enableBeforeUnload: () => isBusy,
    withResolver: true,
  })
  return (
    <Modal
      title="Labels are being printed"
      open={proceed !== undefined}
      onOk={() => proceed?.()}
      onCancel={() => reset?.()}
      okText="Leave and stop printing"
      cancelText="Stay"
      width={440}
    >
      Printing stops when you leave. The run is kept: it can be resumed on the page of its batch.
    </Modal>
  )
}
