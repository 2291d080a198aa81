import { authApi } from '@lims/contract/auth.ts'
import { call } from '../api/call.ts'
import { clearToken, storedToken } from '../api/stored-token.ts'

/** Ends the session here at once, whatever the server answers, and tells the server to refuse the token from now on. */
export async function logOut(): Promise<void> {
  const token = storedToken()
  clearToken()
  await call(authApi.logout, { query: {}, body: {} }, token ? { token } : {})
}
