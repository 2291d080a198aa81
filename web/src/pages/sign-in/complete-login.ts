import { authApi, safeRedirectPath } from '@lims/contract/auth.ts'
import { call } from '../../api/call.ts'
import { hasCode } from '../../api/call-error.ts'
import { clearToken, storeToken } from '../../api/stored-token.ts'
import { currentSession, type Session } from '../../entities/session/session.ts'
import { hasBegunSignIn } from './begun-sign-in.ts'

type CallbackAddress = {
  code?: string | undefined
  state?: string | undefined
  iss?: string | undefined
}

/**
 * Exchanges the code of the identity provider for a session. After the failure of a sign-in that was begun in this tab
 * no one is signed in.
 */
export async function completeLogin(address: CallbackAddress): Promise<{ session: Session; target: string }> {
  const { code, state, iss } = address
  if (!code || !state) throw new Error('Invalid callback parameters')
  if (hasBegunSignIn()) clearToken()
  const { token, target } = await redeem({ code, state, ...(iss && { iss }) })
  if (!token) throw new Error('No token received from backend')
  storeToken(token)
  const session = currentSession()
  if (!session) throw new Error('The session has expired already. Is the clock of this computer correct?')
  return { session, target: safeRedirectPath(target) }
}

async function redeem(query: { code: string; state: string; iss?: string }) {
  try {
    return await call(authApi.callback, { query })
  } catch (failure) {
    if (!hasCode(failure, 'reply-unreadable')) throw failure
    throw new Error('No token received from backend', { cause: failure })
  }
}
