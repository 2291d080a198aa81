import { isFocusLost } from './is-focus-lost.ts'

/**
 * Returns a function that moves the focus after a row was removed: to the same button of the next row, else of the
 * previous row, else to the search field. Call `focusNear` while the row exists, and the function when it may be gone.
 */
export function focusNear(button: HTMLElement): () => void {
  const page = button.closest('main') ?? document.body
  const buttons = [...page.querySelectorAll<HTMLElement>('[data-deletes]')]
  const index = buttons.indexOf(button)
  const search = page.querySelector<HTMLElement>('input[type="search"]')
  const near = [
    ...buttons.slice(index + 1),
    ...buttons.slice(0, index).reverse(),
    ...(search ? [search] : []),
  ]
  return () => {
    if (!button.isConnected && isFocusLostOrInDialog()) near.find(({ isConnected }) => isConnected)?.focus()
  }
}

/** Whether no element has the focus. A closing dialog keeps it for a moment. */
function isFocusLostOrInDialog(): boolean {
  const { activeElement } = document
  return isFocusLost(activeElement) || Boolean(activeElement?.closest('[role="dialog"]'))
}
