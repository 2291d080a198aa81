import { tabStorage } from '../../api/tab-storage.ts'

const key = 'lims.sign-in-begun'

/**
 * Marks that a person of this tab has gone to the identity provider. Any link can open the callback page: without the
 * mark it must not sign out the person who is signed in.
 */
export const markSignInBegun = (): void => tabStorage.set(key, '1')

export const hasBegunSignIn = (): boolean => tabStorage.get(key) !== null

export const forgetSignIn = (): void => tabStorage.remove(key)
