const withoutText = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']
const field = 'input, textarea, select, [contenteditable="true"]'

/** Whether a key that is pressed there writes a letter. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches(field) &&
  !(target instanceof HTMLInputElement && withoutText.includes(target.type))
