/** Whether no element has the focus, such as after the one that had it was removed. */
export const isFocusLost = (focused: Element | null): boolean => !focused || focused === document.body
