import type { TokenClaims } from '@lims/contract/auth.ts'
import { useSyncExternalStore } from 'react'
import { decodeToken } from '../../api/decode-token.ts'
import { clearToken, onTokenChange, storedToken } from '../../api/stored-token.ts'

export type Role = 'user'
export type Session = { user: TokenClaims; roles: readonly Role[] }

let known: { token: string; session: Session } | undefined

/** Who is signed in. A token that is expired or garbled is cleared on sight. */
export function currentSession(): Session | undefined {
  const token = storedToken()
  if (token === undefined) return undefined
  if (known?.token !== token) {
    const user = decodeToken(token)
    known = user && { token, session: { user, roles: ['user'] } }
  }
  if (known && known.session.user.exp * 1000 > Date.now()) return known.session
  known = undefined
  clearToken()
  return undefined
}

export const rolesNow = (): readonly Role[] => currentSession()?.roles ?? []

/** Hears when a session begins or ends: sign-in, logout, expiry, here or in another tab. */
export function onSessionChange(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const hear = () => {
    waitForExpiry()
    listener()
  }
  const waitForExpiry = () => {
    clearTimeout(timer)
    const session = currentSession()
    if (!session) return
    // A timer holds at most 2^31 ms, and a sleeping laptop's stands still: look again at least once a minute.
    const left = session.user.exp * 1000 - Date.now()
    timer = setTimeout(() => currentSession() && waitForExpiry(), Math.min(left, 60_000))
  }
  const stop = onTokenChange(hear)
  waitForExpiry()
  return () => {
    clearTimeout(timer)
    stop()
  }
}

const subscribe = (listener: () => void) => onSessionChange(listener)

export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, currentSession)
