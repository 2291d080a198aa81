import { createLocalStore } from './create-store.ts'
import { decodeToken } from './decode-token.ts'

const store = createLocalStore('lims.token')

export const storedToken = (): string | undefined => store.get() ?? undefined

export const storeToken = (token: string) => store.set(token)

export const clearToken = () => store.set(null)

/** Who makes a call: the token at the press. Another person may be signed in by the time the call is sent. */
export type Sender = { token: string | undefined }

export const presentSender = (): Sender => ({ token: storedToken() })

/** Returns the token for a call of the sender: the stored one if the same person has signed in again since. */
export function tokenOfSender({ token }: Sender): string | undefined {
  const stored = storedToken()
  return isSamePerson(token, stored) ? stored : token
}

/** Whether another person than the sender is signed in now. */
export function isAnotherSignedIn({ token }: Sender): boolean {
  const stored = storedToken()
  return stored !== undefined && stored !== token && !isSamePerson(token, stored)
}

function isSamePerson(one: string | undefined, other: string | undefined): boolean {
  const [person, otherPerson] = [one, other].map((token) => token && decodeToken(token)?.sub)
  return person !== undefined && person === otherPerson
}

/** Calls the listener when the token changes, in this tab or another. Returns the function that unsubscribes. */
export const onTokenChange = (listener: () => void) => store.subscribe(listener)
