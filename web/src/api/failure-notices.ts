const closings = new WeakMap<Error, () => void>()

/** Stores the function that closes the notification of a failure, for `closeNotice`. */
export const rememberNotice = (failure: Error, close: () => void) => void closings.set(failure, close)

/** Closes the notification of a failure, if it has one. */
export const closeNotice = (failure: Error): void => closings.get(failure)?.()
