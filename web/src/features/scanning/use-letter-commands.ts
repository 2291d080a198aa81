import { type KeyboardEvent, useEffect, useRef } from 'react'
import { letterOf } from '../../ui/shortcut.ts'

/** A letter counts as pressed alone when no key follows within this time, in which a hand in a glove finds the next. */
export const aloneAfterMs = 800

export type LetterCommands = Readonly<Record<string, () => void>>

/**
 * Returns a key handler that runs the command of a letter pressed alone in an empty field, not as the start of a code.
 */
export function useLetterCommands(commands: LetterCommands | undefined, clear: () => void) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The field may be gone before the time is up, and with it what the command was for.
  useEffect(() => () => clearTimeout(waiting.current), [])

  return ({ nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, altKey, metaKey } = nativeEvent
    clearTimeout(waiting.current)
    const run = commands?.[letterOf(nativeEvent)]
    if (!run || currentTarget.value !== '' || ctrlKey || altKey || metaKey) return
    waiting.current = setTimeout(() => {
      if (currentTarget.value !== key) return
      clear()
      run()
    }, aloneAfterMs)
  }
}
