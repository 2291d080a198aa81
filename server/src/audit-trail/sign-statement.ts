import { createPrivateKey, sign } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { loadExportKey } from './export-key-queries.ts'

/** A statement about the content of a file, its Ed25519 signature and the public key (SPKI in DER), both in base64. */
export type Signed = { statement: string; signature: string; publicKey: string }

/**
 * Signs a statement with the key of this laboratory's exports. It is written as in a web address: without commas,
 * quotes and line breaks.
 */
export async function signStatement(db: Db, members: Record<string, string>, now: Date): Promise<Signed> {
  const { privateKey, publicKey } = await loadExportKey(db, now)
  const statement = new URLSearchParams(members).toString()
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })
  const signature = sign(null, Buffer.from(statement), key).toString('base64')
  return { statement, signature, publicKey: publicKey.toString('base64') }
}

/** Returns the last lines of a signed file, as comments. */
export const signatureLines = (
  { statement, signature, publicKey }: Signed,
  { comment, lineEnd }: { comment: string; lineEnd: string },
): string =>
  [`statement ${statement}`, `signature ${signature}`, `public key ${publicKey}`]
    .map((line) => `${comment} ${line}${lineEnd}`)
    .join('')
