import type { FormInstance } from 'antd'
import { useEffect, useRef } from 'react'
import { isFocusLost } from '../ui/is-focus-lost.ts'
import { showFieldError } from './form-failure.ts'
import type { SavingWrite } from './use-may-be-saved.ts'

/** Gives the focus back to the field in use, which loses it at once when it is disabled. */
export function useFocusWhileDisabled(isDisabled: boolean) {
  const inUse = useRef<EventTarget>(null)

  // Synchronises with the focus, while the fields can have it.
  useEffect(() => {
    if (isDisabled) return
    if (isFocusLost(document.activeElement) && inUse.current instanceof HTMLElement) inUse.current.focus()
    inUse.current = document.activeElement
    const remember = ({ target }: FocusEvent) => {
      inUse.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [isDisabled])
}

/**
 * For a form that is disabled while `write` is pending: afterwards the field in use has the focus again, or the field
 * that a refusal names, with the server's message.
 */
export function useFocusAfterSaving<V>(form: FormInstance<V>, { isPending, error }: SavingWrite) {
  useFocusWhileDisabled(isPending)

  // Synchronises with antd's form, which keeps the errors of its fields outside React.
  useEffect(() => {
    if (!isPending && error) showFieldError(form, error)
  }, [isPending, error, form])
}
