import type { App } from 'antd'

/** What is there sooner needs no notice. */
const noticeAfterMs = 500

/** Shows that something is loading if that takes longer. Returns the function that ends the notice of this key. */
export function announceLoading(message: ReturnType<typeof App.useApp>['message'], key: string): () => void {
  const timer = setTimeout(() => message.loading({ key, content: 'Loading …', duration: 0 }), noticeAfterMs)
  return () => {
    clearTimeout(timer)
    message.destroy(key)
  }
}
