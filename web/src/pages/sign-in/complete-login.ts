import { authApi, safeRedirectPath } from '@lims/contract/auth.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { clearToken, storeToken } from '../../api/stored-token.ts'
import { currentSession, type Session } from '../../entities/session/session.ts'

export type CallbackAddress = {
  code?: string | undefined
  state?: string | undefined
  iss?: string | undefined
}

/** Trades what the identity provider has put into our address for a session. On failure nobody is signed in. */
export async function completeLogin(address: CallbackAddress): Promise<{ session: Session; target: string }> {
  const { code, state, iss } = address
  if (!code || !state) throw new Error('Invalid callback parameters')
  clearToken()
  const { token, target } = await redeem({ code, state, ...(iss && { iss }) })
  if (!token) throw new Error('No token received from backend')
  storeToken(token)
  const session = currentSession()
  if (!session) throw new Error("The session is over before it began. Is this computer's clock right?")
  return { session, target: safeRedirectPath(target) }
}

async function redeem(query: { code: string; state: string; iss?: string }) {
  try {
    return await call(authApi.callback, { query })
  } catch (failure) {
    if (!(failure instanceof CallError) || failure.code !== 'reply-unreadable') throw failure
    throw new Error('No token received from backend', { cause: failure })
  }
}
