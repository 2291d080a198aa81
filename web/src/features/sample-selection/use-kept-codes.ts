import { useState } from 'react'
import { draftKey, readDraft, removeDraft, saveDraft } from '../../forms/draft-storage.ts'

/** A longer list comes from a file, which can be chosen again. */
const maxKeptLength = 500_000

/**
 * The text of a list of codes. Keeps what is scanned or typed until it is used or cancelled: also if the dialog is closed
 * by Escape, the page is reloaded or the session ends. A list that is `given` is not kept before it is changed.
 */
export function useKeptCodes(given: string) {
  const [key] = useState(() => draftKey('codes'))
  const [kept] = useState(() => (given === '' ? (readDraft<{ text: string }>(key)?.typed.text ?? '') : ''))
  const [isKept, setKept] = useState(kept !== '')
  const [text, setText] = useState(given || kept)

  function forget() {
    removeDraft(key)
    setKept(false)
    setText('')
  }

  function change(next: string) {
    setText(next)
    if (next.trim() === '' || next.length > maxKeptLength) removeDraft(key)
    else saveDraft(key, { was: {}, typed: { text: next } })
  }

  return { text, setText: change, isKept, forget }
}

/** For a list that was kept until something was made of its samples. */
export const forgetKeptCodes = () => removeDraft(draftKey('codes'))
