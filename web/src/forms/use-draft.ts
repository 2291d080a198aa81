import { Form, type FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { isOutcomeUnknown } from '../api/call-error.ts'
import { draftKey, readDraft, removeDraft, type StoredDraft, saveDraft } from './draft-storage.ts'
import { isSame } from './is-same.ts'
import { type Conflicts, mergeSavedChanges } from './merge-saved-changes.ts'
import { type SavingWrite, useMayBeSaved } from './use-may-be-saved.ts'

export type Draft<V extends object = object> = {
  /** The saved values, overlaid with the draft from before a sign-in or a reload. */
  initialValues: Partial<V>
  /** What another person has saved in fields that this draft changes. */
  conflicts: Conflicts<V>
  /** Whether the form started from a draft that is not saved. */
  isRestored: boolean
  /** Whether the draft from which the form started may have been saved all the same. */
  mayBeSaved: boolean
  hasChanges: () => boolean
  /** Removes the draft and saves it no more: the form was saved or cancelled. */
  discard: () => void
  /**
   * Keeps the draft until the reply to `write`, which saves it. If the page was left by then, a success removes it, and
   * after a refusal it is known not to be saved. A form that is opened again before the reply begins without it.
   */
  keepUntil: (write: Promise<unknown>) => void
}

/** The pending writes, by the key of the draft that they save. A reload ends them. */
const pendingWrites = new Map<string, Promise<unknown>>()

/**
 * Keeps unsaved input of a form until it is saved or left, also across a sign-in. `saved` is the record as last read;
 * `creation` is the write that creates a new one: after a lost reply and a reload, nobody knows whether it exists.
 */
export function useDraft<V extends object>(
  form: FormInstance<V>,
  name: string,
  saved: Partial<NoInfer<V>>,
  creation?: SavingWrite,
): Draft<V> {
  const [key] = useState(() => draftKey(name))
  const [isBeingSaved] = useState(() => pendingWrites.has(key))
  const [start] = useState(() => restoreDraft(isBeingSaved ? undefined : readDraft<Partial<V>>(key), saved))
  /** The stored draft may be that of an earlier opening. */
  const isOwn = useRef(!isBeingSaved)
  const isDiscarded = useRef(false)
  const isShown = useRef(false)
  const values: V | undefined = Form.useWatch([], form)
  const mayBeSaved = useMayBeSaved(creation, start.mayBeSaved)

  // Synchronises with sessionStorage, which outlives this page.
  useEffect(() => {
    if (values === undefined || isDiscarded.current) return
    if (isChanged(saved, values)) {
      saveDraft(key, { was: saved, typed: values, mayBeSaved })
      isOwn.current = true
    } else if (isOwn.current) removeDraft(key)
  }, [key, saved, values, mayBeSaved])

  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  function keepUntil(write: Promise<unknown>) {
    const sent = form.getFieldsValue()
    pendingWrites.set(key, write)
    const settle = (end: () => void) => {
      const kept = isShown.current ? undefined : readDraft<V>(key)
      // The form may have been opened again, for something else.
      if (kept && !isChanged(sent, kept.typed)) end()
    }
    write
      .finally(() => pendingWrites.get(key) === write && pendingWrites.delete(key))
      .then(
        () => settle(() => removeDraft(key)),
        (failure) =>
          isOutcomeUnknown(failure) || settle(() => saveDraft(key, { was: saved, typed: sent, mayBeSaved })),
      )
  }

  return {
    ...start,
    keepUntil,
    hasChanges: () => !isDiscarded.current && isChanged(saved, form.getFieldsValue()),
    discard: () => {
      isDiscarded.current = true
      if (isOwn.current) removeDraft(key)
    },
  }
}

function restoreDraft<V extends object>(draft: StoredDraft<Partial<V>> | undefined, saved: Partial<V>) {
  if (!draft) return { initialValues: saved, conflicts: {}, isRestored: false, mayBeSaved: false }
  const { merged, conflicts } = mergeSavedChanges(draft.was, draft.typed, saved)
  const initialValues: Partial<V> = { ...draft.typed, ...merged }
  const isRestored = isChanged(saved, initialValues)
  return { initialValues, conflicts, isRestored, mayBeSaved: draft.mayBeSaved === true }
}

const isChanged = <V extends object>(saved: Partial<V>, typed: V): boolean =>
  (Object.keys(typed) as (keyof V)[]).some((field) => !isSame(typed[field], saved[field]))
