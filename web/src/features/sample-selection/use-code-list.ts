import { maxChosenSamples } from '@lims/contract/sample-bulk.ts'
import { readCodes } from '@lims/contract/sample-codes.ts'
import { useMemo, useState } from 'react'
import { draftKey, readDraft, removeDraft, saveDraft } from '../../forms/draft-storage.ts'

/** A longer list comes from a file, which can be chosen again. */
const maxKeptLength = 500_000

export type CodeList = ReturnType<typeof useCodeList>

/**
 * A list of codes as text, and what is read from it. Keeps what is scanned or typed until it is used or cancelled: also
 * if the dialog is closed by Escape, the page is reloaded or the session ends. A `given` list is kept once it changes.
 */
export function useCodeList(given: string) {
  const [key] = useState(() => draftKey('codes'))
  const [kept] = useState(() => (given === '' ? (readDraft<{ text: string }>(key)?.typed.text ?? '') : ''))
  const [isKept, setKept] = useState(kept !== '')
  const [text, setText] = useState(given || kept)
  const { codes, repeated } = useMemo(() => readCodes(text), [text])

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

  return {
    text,
    setText: change,
    codes,
    /** How many codes are in the list more than once. */
    repeated,
    isTooLong: codes.length > maxChosenSamples,
    /** Whether the list was kept when a dialog was closed before. */
    isKept,
    forget,
  }
}

/** For a list that was kept until something was made of its samples. */
export const forgetKeptCodes = () => removeDraft(draftKey('codes'))
