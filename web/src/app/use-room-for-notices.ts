import { useEffect } from 'react'

const noticesSelector = '.ant-notification-bottomRight > .ant-notification-list-content'

/**
 * Keeps the height of the window that the open notices cover, from its end, in `--notices-height`: for the room below a
 * page on a phone. There they are as wide as the window, and one that stays would cover the end of the page for good.
 */
export function useRoomForNotices(): void {
  // Synchronises with the notices, which the library renders beside the page.
  useEffect(() => {
    const { style } = document.documentElement
    let observed: HTMLElement | undefined

    const sizes = new ResizeObserver(() => {
      if (!observed) return
      const height = document.documentElement.clientHeight - observed.getBoundingClientRect().top
      style.setProperty('--notices-height', `${Math.round(height)}px`)
    })
    function observe() {
      const notices = document.querySelector<HTMLElement>(noticesSelector) ?? undefined
      if (notices === observed) return
      sizes.disconnect()
      observed = notices
      if (notices) sizes.observe(notices)
      else style.removeProperty('--notices-height')
    }
    const lists = new MutationObserver(observe)
    lists.observe(document.body, { childList: true })
    observe()
    return () => {
      lists.disconnect()
      sizes.disconnect()
      style.removeProperty('--notices-height')
    }
  }, [])
}
