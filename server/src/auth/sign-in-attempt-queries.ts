import type { Transaction } from '../db/database.ts'

type SignInAttempt = {
  state: string
  nonce: string
  codeVerifier: string
  /** Hash of the secret in the cookie of the browser that began the sign-in. */
  browserHash: string
  target: string
  expiresAt: Date
}

export function insertSignInAttempt(trx: Transaction, attempt: SignInAttempt) {
  return trx
    .insertInto('sign_in_attempt')
    .values({
      state: attempt.state,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      browser_hash: attempt.browserHash,
      target: attempt.target,
      expires_at: attempt.expiresAt,
    })
    .execute()
}

/** Deletes and returns an attempt, so that it can be completed only once. */
export async function takeSignInAttempt(trx: Transaction, state: string): Promise<SignInAttempt | undefined> {
  const row = await trx
    .deleteFrom('sign_in_attempt')
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()
  return (
    row && {
      state: row.state,
      nonce: row.nonce,
      codeVerifier: row.code_verifier,
      browserHash: row.browser_hash,
      target: row.target,
      expiresAt: row.expires_at,
    }
  )
}

export function deleteExpiredSignIns(trx: Transaction, now: Date) {
  return trx.deleteFrom('sign_in_attempt').where('expires_at', '<', now).execute()
}
