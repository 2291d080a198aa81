import { Form, type FormInstance, type FormProps } from 'antd'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isOfInputMethod } from '../ui/is-of-input-method.ts'

type Field = { name: readonly (string | number)[] }

/** The label of a field, whose id is its name. */
function labelOf({ name }: Field): string {
  const field = document.getElementById(name.join('_'))
  const labels =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.labels : null
  return (labels?.[0]?.textContent || name.join(' ')).replace(' (optional)', '')
}

/**
 * Returns the labels of the fields whose rules do not hold, as one text: empty if the form can be submitted, undefined
 * until it was checked. Shows no messages, so that untouched fields do not turn red. With `submitProps`
 * the form is submitted by each press that should: on Enter also in the moment before its button is enabled, when the
 * browser ignores Enter, and also if a field is checked again before it is.
 */
export function useSubmittable(form: FormInstance) {
  const values: unknown = Form.useWatch([], form)
  const [incomplete, setIncomplete] = useState<string>()
  const isSubmittable = incomplete === ''

  // Synchronises with antd's form store, which validates asynchronously.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rules depend on the values
  useEffect(() => {
    let isOutdated = false
    const settle = (fields: readonly Field[]) => isOutdated || setIncomplete(fields.map(labelOf).join(', '))
    form.validateFields({ validateOnly: true }).then(
      () => settle([]),
      ({ errorFields }: { errorFields: readonly Field[] }) => settle(errorFields),
    )
    return () => {
      isOutdated = true
    }
  }, [form, values])

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { key, currentTarget: element, target, nativeEvent } = event
    const isEnter = key === 'Enter' && !event.defaultPrevented && !isOfInputMethod(nativeEvent)
    if (!isEnter || isSubmittable || !(target instanceof HTMLInputElement) || !element.contains(target))
      return
    // The browser comes to Enter after this event: if the check were over by then, it would submit the form once more.
    event.preventDefault()
    form.validateFields({ validateOnly: true }).then(
      () => {
        flushSync(() => setIncomplete(''))
        const button = element.querySelector<HTMLButtonElement>('button[type=submit]')
        if (button && !button.disabled) element.requestSubmit(button)
      },
      () => undefined,
    )
  }

  /** A later check of any field makes antd drop the submission, and name no field for it. */
  const onFinishFailed: FormProps['onFinishFailed'] = ({ outOfDate, errorFields }) => {
    if (outOfDate && errorFields.length === 0) form.submit()
  }

  return { incomplete, submitProps: { onKeyDown, onFinishFailed } }
}
