import { formatCount } from '@lims/contract/format-count.ts'
import { App } from 'antd'

/**
 * Returns a function that does what ends the work of the scans, such as closing or undoing it. While scans have no
 * reply, it only warns: they would be refused once it is done.
 */
export function useAfterScans(countPending: () => number, work: () => void): () => void {
  const { message } = App.useApp()

  return () => {
    const count = countPending()
    if (count === 0) return work()
    const content = `${formatCount(count, 'scan is', 'scans are')} not sent yet, and would be refused afterwards. Nothing was changed.`
    void message.warning({ key: 'not-sent-yet', content })
  }
}
