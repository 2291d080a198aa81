/**
 * Where the focus goes when a row takes it along: the same button of the next row, of the one before, or the search
 * field. To be asked while the row is there, and called when it may be gone.
 */
export function focusNear(button: HTMLElement): () => void {
  const page = button.closest('main') ?? document.body
  const same = [...page.querySelectorAll<HTMLElement>('[data-deletes]')]
  const here = same.indexOf(button)
  const search = page.querySelector<HTMLElement>('input[type="search"]')
  const near = [...same.slice(here + 1), ...same.slice(0, here).reverse(), ...(search ? [search] : [])]
  return () => {
    if (!button.isConnected && isFocusLost()) near.find(({ isConnected }) => isConnected)?.focus()
  }
}

/** Nobody has put it elsewhere. A dialog that closes holds it for a moment longer. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return (
    !activeElement || activeElement === document.body || activeElement.closest('[role="dialog"]') !== null
  )
}
