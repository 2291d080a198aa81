import { useId } from 'react'
import styles from './reason-input.module.css'
import { ReasonText } from './reason-text.tsx'

type Props = {
  /** False: the reason may be left empty. */
  isRequired: boolean
  /** What is missing; undefined before the person has tried to confirm. */
  problem?: string | undefined
  onChange: (reason: string) => void
  onEnter: () => void
}

/** Asks why something is done, in a dialog that asks for confirmation. */
export function ReasonInput({ isRequired, problem, onChange, onEnter }: Props) {
  const id = useId()
  return (
    <div className={styles.reason}>
      <label htmlFor={id}>{isRequired ? 'Reason' : 'Reason (optional)'}</label>
      <ReasonText
        id={id}
        onChange={({ target }) => onChange(target.value)}
        onPressEnter={onEnter}
        {...(problem && { status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}problem` })}
      />
      <div id={`${id}problem`} role="alert" className={styles.problem}>
        {problem}
      </div>
    </div>
  )
}
