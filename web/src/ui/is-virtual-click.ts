/**
 * Whether a click was made by a screen reader or a key, without a pointer. TalkBack names a pointer, and a button that
 * is still pressed, which a real click has released (isVirtualClick of react-aria).
 */
export function isVirtualClick(event: MouseEvent): boolean {
  if (event instanceof PointerEvent && event.pointerType !== '') return event.buttons === 1
  return event.detail === 0
}
