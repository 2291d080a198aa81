const closings = new WeakMap<Error, () => void>()

/** Keeps what closes the notification of a failure, so that it does not outlast what it says. */
export const rememberNotice = (failure: Error, close: () => void) => void closings.set(failure, close)

export const closeNotice = (failure: Error): void => closings.get(failure)?.()
