/** Cleanup for test files that share one window, so that one file does not break the next. */

/**
 * Keeps jsdom's clock of animation frames going until the returned function is called. Where it starts while a test
 * fakes `setInterval`, it would never tick again, and every dialog that opens later would stay invisible.
 */
export function keepAnimationFrames(): () => void {
  const request = window.requestAnimationFrame.bind(window)
  const cancel = window.cancelAnimationFrame.bind(window)
  let frame = 0
  const next = () => {
    frame = request(next)
  }
  next()
  return () => cancel(frame)
}

/** Returns a function that removes all `beforeunload` listeners added since this call: modules keep theirs. */
export function trackUnloadListeners(): () => void {
  const { addEventListener } = window
  const added: EventListenerOrEventListenerObject[] = []
  window.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    if (type === 'beforeunload') added.push(listener)
    addEventListener.call(window, type, listener, options)
  }
  return () => {
    window.addEventListener = addEventListener
    for (const listener of added) {
      window.removeEventListener('beforeunload', listener)
      window.removeEventListener('beforeunload', listener, true)
    }
  }
}
