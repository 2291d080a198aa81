/** `keys` are names of the browser in lower case; `ctrl x` is pressed with Ctrl, or Cmd on a Mac. */
export type Shortcut = { keys: readonly string[]; does: string }

/** The keys of a list of shortcuts that is declared `as const`. */
export type KeyOf<List extends readonly Shortcut[]> = List[number]['keys'][number]

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/**
 * Returns the handler of a key press. `handlers` has exactly one handler for each key of the list. Ctrl+Shift+Z is not
 * Ctrl+Z: elsewhere it repeats what was undone. Shift alone may be what writes the sign.
 */
export function handlerOf<Key extends string, Handler>(
  handlers: Readonly<Record<Key, Handler>>,
  { key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress,
): Handler | undefined {
  const isCtrl = ctrlKey || metaKey
  if (altKey || (isCtrl && shiftKey)) return undefined
  const name = `${isCtrl ? 'ctrl ' : ''}${key.toLowerCase()}`
  return Object.hasOwn(handlers, name) ? handlers[name as Key] : undefined
}
