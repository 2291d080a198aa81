import type { InputRef } from 'antd'
import type { RefObject } from 'react'
import { useAtMost } from '../../ui/use-media.ts'

/**
 * Returns a function that focuses the scan field, except on a phone: there the focus opens the keyboard over what was
 * just pressed, and a scan comes into the field all the same.
 */
export function useFocusField(field: RefObject<InputRef | null>): () => void {
  const isPhone = useAtMost('md')
  return () => {
    if (!isPhone) field.current?.focus()
  }
}
