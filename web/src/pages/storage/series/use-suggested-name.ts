import { Form, type FormInstance } from 'antd'
import { useEffect, useRef } from 'react'

/** Writes a suggestion into the field for the first name, until a person has written another one there. */
export function useSuggestedName(form: FormInstance, suggestion: string | undefined) {
  const first: unknown = Form.useWatch('first', form)
  const suggested = useRef('')

  // Synchronises with antd's form store.
  useEffect(() => {
    if (suggestion === undefined || first !== suggested.current || first === suggestion) return
    suggested.current = suggestion
    // `setFieldValue` would count as typed, and Back would ask before it leaves an untouched dialog.
    form.setFields([{ name: 'first', value: suggestion, errors: [], touched: false }])
  }, [form, first, suggestion])
}
