import type { TokenClaims } from '@lims/contract/auth.ts'
import { minuteMs } from '@lims/contract/durations.ts'
import { useStore } from '../../api/create-store.ts'
import { decodeToken } from '../../api/decode-token.ts'
import { clearToken, onTokenChange, storedToken } from '../../api/stored-token.ts'

type Role = 'user'
export type Session = { user: TokenClaims; roles: readonly Role[] }

let wasSignedIn = false
let cached: { token: string; session: Session } | undefined

/** Returns the session of the stored token. Clears the token if it is expired or malformed. */
export function currentSession(): Session | undefined {
  const token = storedToken()
  if (token === undefined) return undefined
  wasSignedIn = true
  if (cached?.token !== token) {
    const user = decodeToken(token)
    cached = user && { token, session: { user, roles: ['user'] } }
  }
  if (cached && cached.session.user.exp * 1000 > Date.now()) return cached.session
  cached = undefined
  clearToken()
  return undefined
}

/** Whether a session has ended since the page was loaded, or had ended when it was loaded. */
export const hasSessionEnded = (): boolean => currentSession() === undefined && wasSignedIn

/**
 * Calls the listener when a session begins or ends, in this tab or another: sign-in, logout, expiry. Returns the
 * function that unsubscribes.
 */
export function onSessionChange(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const handleChange = () => {
    waitForExpiry()
    listener()
  }
  const waitForExpiry = () => {
    clearTimeout(timer)
    const session = currentSession()
    if (!session) return
    // A timer runs at most 2^31 ms, and stops while a laptop sleeps: check at least once a minute.
    const left = session.user.exp * 1000 - Date.now()
    timer = setTimeout(() => currentSession() && waitForExpiry(), Math.min(left, minuteMs))
  }
  const unsubscribe = onTokenChange(handleChange)
  waitForExpiry()
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

/**
 * Calls the listener when another person signs in than the last one, in this tab or another. Returns the
 * function that unsubscribes.
 */
export function onNextPerson(listener: () => void): () => void {
  let last = currentSession()?.user.sub
  return onSessionChange(() => {
    const person = currentSession()?.user.sub
    if (person === undefined || person === last) return
    last = person
    listener()
  })
}

export const useSession = (): Session | undefined =>
  useStore({ subscribe: onSessionChange, get: currentSession })
