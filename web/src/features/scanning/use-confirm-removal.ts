import { formatCount } from '@lims/contract/format-count.ts'
import { App } from 'antd'
import type { QueuedScan } from './scan-list.ts'

/** Returns a function that removes a scan which fails again and again, after a question. */
export function useConfirmRemoval(onRemove: (id: string) => void): (scan: QueuedScan) => void {
  const { modal } = App.useApp()

  return ({ id, readings, failures = 0 }) =>
    modal.confirm({
      title: `Remove the scan of ${readings.raw}?`,
      content: `It has failed ${formatCount(failures, 'time')} and will not be sent again. Please check whether it is recorded, and record it by hand if it is not.`,
      okText: 'Remove the scan',
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => onRemove(id),
    })
}
