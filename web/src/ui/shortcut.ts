/** Keys by their names in the browser, in small letters; `ctrl x` is pressed with Ctrl, or Cmd on a Mac. */
export type Shortcut = { keys: readonly string[]; does: string }

/** Of a list that is written `as const`: what a place must handle, and all that it may. */
export type KeyOf<List extends readonly Shortcut[]> = List[number]['keys'][number]

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>

/** What a place does on a key; `handlers` has one for each key that its list states, and no other. */
export function handlerOf<Key extends string, Handler>(
  handlers: Readonly<Record<Key, Handler>>,
  { key, ctrlKey, metaKey }: Press,
): Handler | undefined {
  const name = `${ctrlKey || metaKey ? 'ctrl ' : ''}${key.toLowerCase()}`
  return Object.hasOwn(handlers, name) ? handlers[name as Key] : undefined
}
