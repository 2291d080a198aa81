import { useId, useMemo, useState } from 'react'
import { isEnterOfPage } from '../ui/is-of-input-method.ts'
import { ReasonText } from '../ui/reason-text.tsx'
import { KeptInput } from './kept-input.tsx'
import styles from './reason-input.module.css'

type Props = {
  /** Names what is entered, as in `KeptInput`. */
  draftName: string
  /** False: the reason may be left empty. */
  isRequired: boolean
  /** What is missing; undefined before the person has tried to confirm. */
  problem?: string | undefined
  /** While what was confirmed is done. */
  isDisabled: boolean
  onChange: (reason: string) => void
  onEnter: () => void
}

/** Asks why something is done, in a dialog that asks for confirmation. */
export function ReasonInput({ draftName, isRequired, problem, isDisabled, onChange, onEnter }: Props) {
  const id = useId()
  const [reason, setReason] = useState('')
  const values = useMemo(() => (reason === '' ? undefined : { reason }), [reason])

  function change(text: string) {
    setReason(text)
    onChange(text)
  }
  return (
    <div className={styles.reason}>
      <KeptInput name={draftName} values={values} onRestore={(kept) => change(kept.reason)} />
      <label htmlFor={id}>{isRequired ? 'Reason' : 'Reason (optional)'}</label>
      <ReasonText
        id={id}
        disabled={isDisabled}
        value={reason}
        onChange={({ target }) => change(target.value)}
        onKeyDown={({ nativeEvent }) => isEnterOfPage(nativeEvent) && onEnter()}
        {...(problem && { status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}problem` })}
      />
      <div id={`${id}problem`} role="alert" className={styles.problem}>
        {problem}
      </div>
    </div>
  )
}
