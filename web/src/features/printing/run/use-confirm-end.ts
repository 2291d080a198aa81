import { App } from 'antd'
import { labelCount } from './print-progress.ts'

/** Returns a function that ends a run, after a question if labels are in doubt. */
export function useConfirmEnd() {
  const { modal } = App.useApp()

  return (inDoubt: number, onEnd: () => void) => {
    if (inDoubt === 0) return onEnd()
    const [were, each] = inDoubt === 1 ? ['it was', 'it'] : ['they were', 'each of them']
    void modal.confirm({
      title: `End the run with ${labelCount(inDoubt)} in doubt?`,
      content: `It is not known whether ${were} printed. A person decides about ${each} in this run, or later on the page of the sample.`,
      okText: 'End run',
      okButtonProps: { danger: true },
      cancelText: 'Back',
      focusable: { autoFocusButton: 'cancel' },
      onOk: onEnd,
    })
  }
}
