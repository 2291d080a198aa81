import type { KeyboardEvent } from 'react'
import { isOfInputMethod } from '../../ui/is-of-input-method.ts'

/**
 * Calls `run` at once; for a key that ends the composition of an input method, once its text is in the field, because
 * that change would overwrite what `run` does. Does not call it if the composition goes on with another key.
 */
export function afterComposition(
  { currentTarget, nativeEvent }: KeyboardEvent<HTMLElement>,
  run: () => void,
) {
  // The Enter of an Android keyboard is meant for the page, and ends no composition.
  if (!nativeEvent.isComposing || !isOfInputMethod(nativeEvent)) return run()
  const end = new AbortController()
  const once = { once: true, signal: end.signal }
  // Firefox changes the field after this event.
  currentTarget.addEventListener('compositionend', () => setTimeout(run), once)
  currentTarget.addEventListener('keydown', () => end.abort(), once)
}
