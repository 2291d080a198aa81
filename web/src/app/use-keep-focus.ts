import { useEffect } from 'react'
import { isFocusLost } from '../ui/is-focus-lost.ts'
import { isVirtualClick } from '../ui/is-virtual-click.ts'

/**
 * The button that a person has pressed by keyboard or with a screen reader, and where the focus goes if it is removed
 * by what it has done.
 */
type Pressed = { button: HTMLElement; near: readonly HTMLElement[]; path: string }

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]'
/** Also the arrows of a list with pages. */
const pressable = 'button, li[tabindex="0"]'
const checkMs = 100
/** A list is fetched, and a dialog closes, within this time. */
const maxChecks = 50

/**
 * Keeps the focus near a button that is gone once it has done its work, as that of a row that leaves its list:
 * otherwise Tab would begin again at the top of the page. Only for who works by keyboard or with a screen reader, and
 * only if nothing else has the focus.
 */
export function useKeepFocus(): void {
  // Synchronises with the keyboard and the elements of the whole page.
  useEffect(() => {
    let pressed: Pressed | undefined
    let lastInPage: HTMLElement | undefined
    let isKeyDown = false
    let timer: ReturnType<typeof setTimeout> | undefined

    function handleKeyDown({ key }: KeyboardEvent) {
      if (key !== 'Enter' && key !== ' ') return
      isKeyDown = true
      press(document.activeElement)
    }
    function handleClick(event: MouseEvent) {
      if (event.target instanceof Element && isVirtualClick(event)) press(event.target.closest(pressable))
    }
    function press(button: Element | null) {
      if (!(button instanceof HTMLElement) || !button.matches(pressable)) return
      const isOfNotice = button.closest('.ant-notification') !== null
      const near = isOfNotice ? (lastInPage ? [lastInPage] : []) : nearIn(button)
      if (near) pressed = { button, near, path: location.pathname }
    }
    const handleKeyUp = () => {
      isKeyDown = false
    }
    const handlePointer = () => {
      pressed = undefined
    }
    function handleFocus({ target }: FocusEvent) {
      if (!(target instanceof HTMLElement) || !target.closest('main')) return
      lastInPage = target
      if (target !== pressed?.button) pressed = undefined
    }

    function check(checksLeft: number) {
      timer = undefined
      if (!pressed || !isGone(pressed.button)) return
      // A key that is held down would press the next button, too.
      const isTooEarly = isKeyDown || !isFocusLost(document.activeElement)
      if (isTooEarly && checksLeft > 0) return waitAndCheck(checksLeft - 1)
      const { near, path } = pressed
      pressed = undefined
      if (isTooEarly || location.pathname !== path) return
      // What is gone, hidden or disabled by now takes no focus.
      for (const element of near) {
        element.focus()
        if (document.activeElement === element) return
      }
      document.querySelector('main')?.focus({ preventScroll: true })
    }
    const waitAndCheck = (checksLeft: number) => {
      timer = setTimeout(() => check(checksLeft), checkMs)
    }
    const observer = new MutationObserver(() => {
      if (timer === undefined && pressed && isGone(pressed.button)) waitAndCheck(maxChecks)
    })

    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('keydown', handleKeyDown, true)
    document.addEventListener('keyup', handleKeyUp, true)
    document.addEventListener('pointerdown', handlePointer, true)
    document.addEventListener('click', handleClick, true)
    document.addEventListener('focusin', handleFocus)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('keydown', handleKeyDown, true)
      document.removeEventListener('keyup', handleKeyUp, true)
      document.removeEventListener('pointerdown', handlePointer, true)
      document.removeEventListener('click', handleClick, true)
      document.removeEventListener('focusin', handleFocus)
    }
  }, [])
}

/** An arrow stays on its last page, where it does nothing and takes no focus. */
const isGone = (button: HTMLElement) =>
  !button.isConnected || (button instanceof HTMLLIElement && button.tabIndex < 0)

/** Returns what comes after a button of the page and before it, first the buttons that say the same. */
function nearIn(button: HTMLElement): HTMLElement[] | undefined {
  const page = button.closest('main')
  if (!page) return undefined
  const all = [...page.querySelectorAll<HTMLElement>(focusable)]
  const index = all.indexOf(button)
  const near = [...all.slice(index + 1), ...all.slice(0, index).reverse()]
  const isSame = (other: HTMLElement) => button.textContent !== '' && other.textContent === button.textContent
  return [...near.filter(isSame), ...near]
}
