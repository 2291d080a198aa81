import { tabStorage } from '../../api/tab-storage.ts'

const key = 'lims.sign-in-target'

/** Keeps in this tab the page to open after the sign-in that begins, for the login page if that sign-in fails. */
export function keepSignInTarget(target: string | undefined): void {
  if (target === undefined) tabStorage.remove(key)
  else tabStorage.set(key, target)
}

export const signInTarget = (): string | undefined => tabStorage.get(key) ?? undefined
