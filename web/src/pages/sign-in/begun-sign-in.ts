import { tabStorage } from '../../api/tab-storage.ts'

const key = 'lims.sign-in-begun'
const completedKey = 'lims.sign-in-completed'

/**
 * Marks that a person of this tab has gone to the identity provider. Any link can open the callback page: without the
 * mark it must not sign out the person who is signed in.
 */
export const markSignInBegun = (): void => tabStorage.set(key, '1')

export const hasBegunSignIn = (): boolean => tabStorage.get(key) !== null

/** Remembers the sign-in that this tab has completed: Back to the identity provider may send it again. */
export const markSignInCompleted = (state: string): void => tabStorage.set(completedKey, state)

export const isSignInCompleted = (state: string): boolean => tabStorage.get(completedKey) === state

export const forgetSignIn = (): void => tabStorage.remove(key)
