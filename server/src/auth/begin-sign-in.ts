import { safeRedirectPath } from '@lims/contract/auth.ts'
import { minuteMs } from '@lims/contract/durations.ts'
import type { Transaction } from '../db/database.ts'
import { hashOfSecret } from './browser-secret.ts'
import type { Secrets } from './identity-provider.ts'
import { deleteExpiredSignIns, insertSignInAttempt } from './sign-in-attempt-queries.ts'

const signInTimeoutMinutes = 10

/** Saves a sign-in until the person returns from the identity provider, and deletes those that have expired. */
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
    expiresAt: new Date(now.getTime() + signInTimeoutMinutes * minuteMs),
  })
}
