import { Button } from 'antd'
import { useId } from 'react'
import styles from './submit-button.module.css'

type Props = {
  /** The labels of the fields that keep the form from being submitted, see `useSubmittable`; empty if there are none. */
  incomplete: string | undefined
  isSaving: boolean
  /** It cannot be submitted for a reason that is shown elsewhere. */
  isDisabled?: boolean
  children: string
}

/** The button that submits a form once its fields are valid. Beside it, a line names those that are not. */
export function SubmitButton({ incomplete, isSaving, isDisabled = false, children }: Props) {
  const hintId = useId()
  return (
    <>
      <Button
        type="primary"
        htmlType="submit"
        disabled={incomplete !== '' || isDisabled}
        loading={isSaving}
        {...(incomplete && { 'aria-describedby': hintId })}
      >
        {children}
      </Button>
      {incomplete && (
        <span id={hintId} className={`muted ${styles.hint}`}>
          Complete or correct: {incomplete}
        </span>
      )}
    </>
  )
}
