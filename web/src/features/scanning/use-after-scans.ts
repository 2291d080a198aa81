import { formatCount } from '@lims/contract/format-count.ts'
import { App } from 'antd'

/**
 * Returns a function that does what ends the work of the scans, such as closing their list. While scans have no reply,
 * it only warns: they would be refused once it is done.
 */
export function useAfterScans(countPending: () => number, work: () => void): () => void {
  const { message } = App.useApp()

  return () => {
    const count = countPending()
    if (count === 0) return work()
    const content = `${formatCount(count, 'scan is', 'scans are')} not sent yet, and would be refused once this is closed. Nothing was closed.`
    void message.warning({ key: 'not-sent-yet', content })
  }
}
