/** `keys` are names of the browser in lower case; `ctrl x` is pressed with Ctrl, or Cmd on a Mac. */
export type Shortcut = { keys: readonly string[]; does: string }

/** The keys of a list of shortcuts that is declared `as const`. */
export type KeyOf<List extends readonly Shortcut[]> = List[number]['keys'][number]

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** The first letter of Greek in Unicode; Cyrillic, Hebrew, Arabic and the other scripts but Latin follow. */
const firstNonLatin = '\u0370'

/**
 * Returns the lower-case letter that a key stands for in shortcuts: on layouts without Latin letters the one that a US
 * keyboard has in its place, as other programs do. Any other key is what it writes, on whichever layout.
 */
export const letterOf = ({ key, code }: Pick<KeyPress, 'key' | 'code'>): string =>
  (key >= firstNonLatin && code.startsWith('Key') ? code.slice(3) : key).toLowerCase()

/**
 * Returns the handler of a key press. `handlers` has exactly one handler for each key of the list. Ctrl+Shift+Z is not
 * Ctrl+Z: elsewhere it repeats what was undone. Shift alone may be what writes the sign.
 */
export function handlerOf<Key extends string, Handler>(
  handlers: Readonly<Record<Key, Handler>>,
  press: KeyPress,
): Handler | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = press
  const isCtrl = ctrlKey || metaKey
  if (altKey || (isCtrl && shiftKey)) return undefined
  const name = isCtrl ? `ctrl ${letterOf(press)}` : key.toLowerCase()
  return Object.hasOwn(handlers, name) ? handlers[name as Key] : undefined
}
