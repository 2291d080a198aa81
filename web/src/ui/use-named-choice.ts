import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { isOfInputMethod } from './is-of-input-method.ts'

type Search<Value> = {
  /** What is typed into the field. */
  text: string
  /** Whether the options are those for this text. */
  isFound: boolean
  /** The one value that the text names, if it can be chosen. */
  named: Value | undefined
  onChoose: ((value: Value) => void) | undefined
}

/**
 * Returns properties for a Select whose options the server finds. A scanner, or a person who types fast, ends the text
 * before the reply is there, while the first of the old options is marked: Enter or Tab then waits for the reply, and
 * chooses nothing but what the text names.
 */
export function useNamedChoice<Value>({ text, isFound, named, onChoose }: Search<Value>) {
  const [isOpen, setOpen] = useState(false)
  const [awaited, setAwaited] = useState<string>()

  const handleReply = useEffectEvent(() => {
    setAwaited(undefined)
    if (awaited !== text || named === undefined) return
    setOpen(false)
    onChoose?.(named)
  })
  const isDue = awaited !== undefined && (isFound || awaited !== text)
  // Synchronises with the reply of the server.
  useEffect(() => {
    if (isDue) handleReply()
  }, [isDue])

  function handleKeyDown(event: KeyboardEvent) {
    const ends = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
    if (!ends || isFound || text === '' || isOfInputMethod(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    setAwaited(text)
  }

  return { open: isOpen, onOpenChange: setOpen, onInputKeyDown: handleKeyDown }
}

/** Returns the choices that were found, with the chosen one first if it is not among them. */
export const withChosen = <T extends { id: unknown }>(
  found: readonly T[],
  chosen: T | undefined,
): readonly T[] => (!chosen || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found])
