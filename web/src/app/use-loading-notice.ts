import { useRouter } from '@tanstack/react-router'
import { App } from 'antd'
import { useEffect } from 'react'
import { announceLoading } from '../ui/announce-loading.ts'

/** Shows that the next page is loading where that takes long, as on a slow connection: the page before stays until then. */
export function useLoadingNotice(): void {
  const router = useRouter()
  const { message } = App.useApp()

  // Synchronises with the router, which loads the script of a page.
  useEffect(() => {
    let end = () => {}
    const unsubscribes = [
      router.subscribe('onBeforeLoad', ({ pathChanged }) => {
        end()
        if (pathChanged) end = announceLoading(message, 'page')
      }),
      router.subscribe('onResolved', () => end()),
    ]
    return () => {
      end()
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [router, message])
}
