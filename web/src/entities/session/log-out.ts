import { authApi } from '@lims/contract/auth.ts'
import { call } from '../../api/call.ts'
import { clearToken, storedToken } from '../../api/stored-token.ts'
import { removeAllDrafts } from '../../forms/draft-storage.ts'

/**
 * Ends the session in this browser at once, whatever the server replies, and removes the person's drafts.
 * The server refuses the token from then on.
 */
export async function logOut(): Promise<void> {
  const token = storedToken()
  clearToken()
  if (token) removeAllDrafts(token)
  await call(authApi.logout, { query: {}, body: {} }, { token })
}
