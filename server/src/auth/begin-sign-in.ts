import { safeRedirectPath } from '@lims/contract/auth.ts'
import type { Transaction } from '../db/database.ts'
import { hashOfSecret } from './browser-secret.ts'
import type { Secrets } from './identity-provider.ts'
import { deleteExpiredSignIns, insertSignInAttempt } from './sign-in-attempt-queries.ts'

const minutesToReturn = 10

/** Remembers a sign-in on the server until the person comes back from the identity provider, and forgets who did not. */
export async function beginSignIn(
  trx: Transaction,
  { secrets, browserSecret, target }: { secrets: Secrets; browserSecret: string; target: string | undefined },
  now: Date,
) {
  await deleteExpiredSignIns(trx, now)
  await insertSignInAttempt(trx, {
    ...secrets,
    browserHash: hashOfSecret(browserSecret),
    target: safeRedirectPath(target),
    expiresAt: new Date(now.getTime() + minutesToReturn * 60_000),
  })
}
