import { type KeyboardEvent, useRef } from 'react'

/** A letter after which nothing comes for so long was pressed alone. */
const aloneMs = 200

export type LetterCommands = Readonly<Record<string, () => void>>

/** Hears letters that are pressed alone in an empty field. Waits whether the letter was the first of a code. */
export function useLetterCommands(commands: LetterCommands | undefined, clear: () => void) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  return ({ key, ctrlKey, altKey, metaKey, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    clearTimeout(waiting.current)
    const act = commands?.[key.toLowerCase()]
    if (!act || currentTarget.value !== '' || ctrlKey || altKey || metaKey) return
    waiting.current = setTimeout(() => {
      if (currentTarget.value !== key) return
      clear()
      act()
    }, aloneMs)
  }
}
