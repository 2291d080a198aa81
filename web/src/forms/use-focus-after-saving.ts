import type { FormInstance } from 'antd'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { showFieldError } from './form-failure.ts'
import type { SavingWrite } from './use-may-be-saved.ts'

/** Gives the focus back to the field in use, which loses it while it is disabled. */
export function useFocusWhileDisabled(isDisabled: boolean) {
  const inUse = useRef<Element>(null)

  // Synchronises with the focus, before the browser takes it from a disabled field.
  useLayoutEffect(() => {
    if (isDisabled) inUse.current = document.activeElement
  }, [isDisabled])

  // Once the field can have the focus again.
  useEffect(() => {
    if (isDisabled) return
    const isLost = document.activeElement === document.body
    if (isLost && inUse.current instanceof HTMLElement) inUse.current.focus()
    inUse.current = null
  }, [isDisabled])
}

/**
 * For a form that is disabled while `write` is pending: the field in use has the focus again, or the field that a refusal
 * names has it, with the server's message.
 */
export function useFocusAfterSaving<V>(form: FormInstance<V>, { isPending, error }: SavingWrite) {
  useFocusWhileDisabled(isPending)

  // Synchronises with antd's form, which keeps the errors of its fields outside React.
  useEffect(() => {
    if (!isPending && error) showFieldError(form, error)
  }, [isPending, error, form])
}
