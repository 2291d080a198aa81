import type { InputRef } from 'antd'
import { type RefObject, useEffect } from 'react'

/**
 * Returns the focus to the scan field whenever `moment` changes, such as after each reply, unless a button, a link,
 * another field or a dialog has it.
 */
export function useReturnFocus(field: RefObject<InputRef | null>, moment: string | undefined) {
  // Synchronises with the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the moment changes
  useEffect(() => {
    const focused = document.activeElement as HTMLElement | null
    if (focused?.closest('[role="dialog"]')) return
    if (!focused || focused.tabIndex < 0) field.current?.focus()
  }, [moment])
}
