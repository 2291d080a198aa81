import { Form, type FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { storedToken } from '../api/stored-token.ts'
import { forgetTyping, keepTyping, readTyping, typingKey } from './kept-typing.ts'
import { mergeNewer, type Newer } from './merge-newer.ts'

export type TypedWork<V extends object = object> = {
  /** What the form begins with: what is saved, and over it what was typed before a sign-in or a reload. */
  begin: Partial<V>
  /** What somebody else has saved meanwhile in the fields that were typed over. */
  newer: Newer<V>
  /** Something typed before is back. */
  isBack: boolean
  isTyped: () => boolean
  /** It is saved, or given up. */
  forget: () => void
}

/** Keeps what is typed into a form until it is saved or left, also over a sign-in. `saved` is what it began from. */
export function useTypedWork<V extends object>(
  form: FormInstance<V>,
  name: string,
  saved: Partial<NoInfer<V>>,
): TypedWork<V> {
  const [key] = useState(() => typingKey(name))
  const [start] = useState(() => startOf(key, saved))
  const isOver = useRef(false)
  const values: V | undefined = Form.useWatch([], form)

  // In step with the store of the browser tab, which outlives this screen.
  useEffect(() => {
    // After logout the form is still on the page for a moment, and must not keep its draft again.
    if (values === undefined || isOver.current || storedToken() === undefined) return
    if (differ(saved, values)) keepTyping(key, { was: saved, typed: values })
    else forgetTyping(key)
  }, [key, saved, values])

  return {
    ...start,
    isTyped: () => !isOver.current && differ(saved, form.getFieldsValue()),
    forget: () => {
      isOver.current = true
      forgetTyping(key)
    },
  }
}

function startOf<V extends object>(key: string, saved: Partial<V>) {
  const kept = readTyping<Partial<V>>(key)
  if (!kept) return { begin: saved, newer: {}, isBack: false }
  const { merged, newer } = mergeNewer(kept.was, kept.typed, saved)
  return { begin: { ...kept.typed, ...merged }, newer, isBack: true }
}

const differ = <V extends object>(saved: Partial<V>, typed: V): boolean =>
  (Object.keys(typed) as (keyof V)[]).some((field) => !isSame(typed[field], saved[field]))

/** An empty field is the same, however it came to be empty. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isGroup(one) || !isGroup(other)) return (one ?? '') === (other ?? '')
  return Object.keys({ ...one, ...other }).every((field) => isSame(one[field], other[field]))
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
