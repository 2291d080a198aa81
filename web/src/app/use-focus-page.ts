import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isFocusLost } from '../ui/is-focus-lost.ts'
import { headingId } from '../ui/page-header.tsx'

/** How long a page waits for its heading, in ms: that of a record is there once the record is fetched. */
const headingWithinMs = 15_000

/**
 * Moves the focus to a page that was opened from a link, unless one of its fields has it: otherwise a screen reader
 * would read nothing, and Tab would begin above the menu or go on through it. The focus is in `main` at once, and
 * passes to the heading when it is there: a screen reader reads which page or record was opened.
 */
export function useFocusPage(): void {
  const router = useRouter()

  // Synchronises with the address and the elements of the page.
  useEffect(() => {
    let stop: (() => void) | undefined
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      stop?.()
      stop = isLeftBehind(document.activeElement) ? focusHeading() : undefined
    })
    return () => {
      unsubscribe()
      stop?.()
    }
  }, [router])
}

const focus = (element: HTMLElement) => element.focus({ preventScroll: true })

/** Whether the focus is nowhere, or still on the link or the menu of the frame that led to the page. */
function isLeftBehind(focused: Element | null): boolean {
  if (!focused || isFocusLost(focused) || focused.closest('nav[aria-label="Main"]')) return true
  return !focused.closest('main, [role="dialog"]') && focused.matches('a[href], [aria-haspopup="menu"]')
}

/**
 * Focuses the heading of the page, or `main` as long as there is none. Also a heading that replaces the first one, such
 * as the name of a record; no more once the person has moved the focus. Returns a function that stops waiting.
 */
function focusHeading(): () => void {
  const main = document.querySelector('main')
  if (!main) return () => undefined
  let focusedByPage: HTMLElement = main
  focus(focusedByPage)

  function passOn() {
    const focused = document.activeElement
    const isWithPerson = focused !== focusedByPage && (focusedByPage.isConnected || !isFocusLost(focused))
    if (isWithPerson || !main?.isConnected) return stop()
    const next = document.getElementById(headingId) ?? main
    if (next === focused) return
    focusedByPage = next
    focus(focusedByPage)
  }

  function stop() {
    observer.disconnect()
    clearTimeout(timer)
  }

  const observer = new MutationObserver(passOn)
  observer.observe(main, { childList: true, subtree: true })
  const timer = setTimeout(stop, headingWithinMs)
  passOn()
  return stop
}
