import { useCallback, useSyncExternalStore } from 'react'

/** The maximum window width of each size in pixels, as in antd's Sider. */
const widest = { xs: 479.98, sm: 575.98, md: 767.98, lg: 991.98, xl: 1199.98, xxl: 1599.98 } as const

/** Whether the window is at most as wide as the size. */
export const useAtMost = (size: keyof typeof widest): boolean =>
  useMedia(`screen and (max-width: ${widest[size]}px)`)

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
