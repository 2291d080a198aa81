const enter = 13

/**
 * Whether a key belongs to an input method, as for Japanese: Enter takes its word, and Escape refuses it. Such keys
 * have the code 229 (UI Events, section 7.3.1). In Safari before 27 only this code identifies them: the composition has
 * ended before the key that ends it arrives. The keyboards of Android compose every word: their Enter has a code of its
 * own, and is meant for the page.
 */
export const isOfInputMethod = ({
  isComposing,
  keyCode,
}: Partial<Pick<KeyboardEvent, 'isComposing' | 'keyCode'>>): boolean =>
  keyCode === 229 || (isComposing === true && keyCode !== enter)

type Key = Pick<KeyboardEvent, 'key' | 'repeat' | 'isComposing' | 'keyCode'>

/** Whether Enter is pressed for the page. The `onPressEnter` of the library leaves out that of Android's keyboards. */
export const isEnterOfPage = (event: Key): boolean =>
  event.key === 'Enter' && !event.repeat && !isOfInputMethod(event)

/** Whether a key is Enter by its place: those of an input method are named 'Process' on Windows. */
export const isEnterKey = ({ code }: Pick<KeyboardEvent, 'code'>): boolean => /Enter$/.test(code)
