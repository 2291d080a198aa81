import { createLocalStore } from './create-store.ts'

const store = createLocalStore('lims.token')

export const storedToken = (): string | undefined => store.get() ?? undefined

export const storeToken = (token: string) => store.set(token)

export const clearToken = () => store.set(null)

/** Calls the listener when the token changes, in this tab or another. Returns the function that unsubscribes. */
export const onTokenChange = (listener: () => void) => store.subscribe(listener)
