import type { FormInstance } from 'antd'
import { useEffect, useRef } from 'react'
import { showFieldError } from './form-failure.ts'
import type { SavingWrite } from './use-may-be-saved.ts'

/**
 * For a form that is disabled while `write` is pending, by which the field in use loses the focus: it gets it back, or
 * the field that a refusal names gets it, with the server's message. Returns a function to call before the write.
 */
export function useFocusAfterSaving<V>(form: FormInstance<V>, { isPending, error }: SavingWrite) {
  const inUse = useRef<Element>(null)

  // Synchronises with the focus, once the fields can have it again.
  useEffect(() => {
    if (isPending) return
    const isLost = document.activeElement === document.body
    if (isLost && inUse.current instanceof HTMLElement) inUse.current.focus()
    inUse.current = null
    if (error) showFieldError(form, error)
  }, [isPending, error, form])

  return () => {
    inUse.current = document.activeElement
  }
}
