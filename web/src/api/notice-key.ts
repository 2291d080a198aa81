const keys = new WeakMap<Error, string>()

/** Remembers under which key a failure was shown, so that whoever settles it can take the notice away. */
export const rememberNotice = (failure: Error, key: string) => void keys.set(failure, key)

export const noticeKeyOf = (failure: Error): string | undefined => keys.get(failure)
