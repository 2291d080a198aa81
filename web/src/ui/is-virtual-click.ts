/**
 * Whether a click was made by a screen reader or by a key: neither is by a pointer. That of TalkBack names one, and a
 * button that is still pressed, which any other click has released (isVirtualClick of react-aria).
 */
export function isVirtualClick(event: MouseEvent): boolean {
  if (event instanceof PointerEvent && event.pointerType !== '') return event.buttons === 1
  return event.detail === 0
}
