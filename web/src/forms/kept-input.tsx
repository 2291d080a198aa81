import { Alert } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { storedToken } from '../api/stored-token.ts'
import { draftKey, readDraft, removeDraft, saveDraft } from './draft-storage.ts'
import styles from './notice.module.css'
import { restoredNotice, type SavingWrite, useMayBeSaved } from './use-may-be-saved.ts'

type Props<V extends object> = {
  /**
   * Names the dialog, and what it is about: input for one sample is not offered for another. Several samples are named
   * by their number.
   */
  name: string
  /** What was entered; undefined if nothing was. */
  values: V | undefined
  /** The write that creates a record, if this form creates one. */
  creation?: SavingWrite | undefined
  onRestore: (values: V) => void
}

/**
 * Keeps the input of a dialog, inside of which it is rendered, when the session ends or the page is reloaded: that
 * person's next opening starts with it. A dialog that is closed keeps nothing.
 */
export function KeptInput<V extends object>({ name, values, creation, onRestore }: Props<V>) {
  const [form] = useState(`dialog.${name}`)
  const [key] = useState(() => draftKey(form))
  const [kept] = useState(() => readDraft<V>(key))
  const mayBeSaved = useMayBeSaved(creation, kept?.mayBeSaved === true)
  const isStored = useRef(false)
  const restore = useEffectEvent(() => kept && onRestore(kept.typed))

  useEffect(() => restore(), [])

  // Synchronises with sessionStorage, which outlives this page. Input of an earlier opening stays until it is restored.
  useEffect(() => {
    if (values !== undefined) saveDraft(key, { was: {}, typed: values, mayBeSaved })
    else if (isStored.current) removeDraft(key)
    isStored.current = values !== undefined
  }, [key, values, mayBeSaved])

  useEffect(
    () => () => {
      // The page also goes when the session ends, or when another person has signed in beside it.
      if (storedToken() !== undefined && draftKey(form) === key) removeDraft(key)
    },
    [form, key],
  )

  return (
    kept && (
      <Alert
        className={styles.notice ?? ''}
        type="info"
        showIcon
        closable
        {...restoredNotice(kept.mayBeSaved === true, 'Check it before you go on.')}
      />
    )
  )
}
