import { createHash, createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { findSealHash } from '../audit/anchor-queries.ts'
import type { Db } from '../db/database.ts'
import { loadExportKey } from './export-key-queries.ts'
import type { Signed } from './sign-statement.ts'

type VerifiedFile = {
  /** The members of the statement at the end of the file. */
  statement: Record<string, string>
  /** What is wrong, in one sentence; null if nothing is. */
  finding: string | null
}

/**
 * Verifies a file that `signStatement` has signed, such as an export of the audit trail or the report of a stock-take:
 * with the key of this laboratory, whatever key the file names, and the seal that was the last one then.
 */
export async function verifySignedFile(db: Db, file: Buffer, now: Date): Promise<VerifiedFile> {
  const end = readEnd(file)
  if (!end) {
    const finding = 'It has no signature at its end: it was cut off, or saved anew by another program.'
    return { statement: {}, finding }
  }
  const statement = Object.fromEntries(new URLSearchParams(end.signed.statement))
  return { statement, finding: await findAlteration(db, { ...end, statement }, now) }
}

type End = { content: Buffer; signed: Signed }

async function findAlteration(
  db: Db,
  { content, signed, statement }: End & { statement: Record<string, string> },
  now: Date,
): Promise<string | null> {
  const { publicKey } = await loadExportKey(db, now)
  if (signed.publicKey !== publicKey.toString('base64')) {
    return 'It was signed with another key than that of this laboratory.'
  }
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
  if (!verify(null, Buffer.from(signed.statement), key, Buffer.from(signed.signature, 'base64'))) {
    return 'The statement at its end, or the signature, was altered.'
  }
  if (createHash('sha256').update(content).digest('hex') !== statement.sha256) {
    return 'Its content was altered: the SHA-256 is not the one that was signed.'
  }
  return findOtherSeal(db, statement)
}

/** The seals of a database that was restored, or recomputed, end earlier or are others. */
async function findOtherSeal(db: Db, { lastSeal, lastSealHash }: Record<string, string>) {
  if (!lastSealHash) return null
  const hash = await findSealHash(db, Number(lastSeal))
  if (hash && Buffer.from(hash).toString('hex') === lastSealHash) return null
  const present = hash ? 'another one' : 'not there'
  return `The file is as it was signed, but seal ${lastSeal}, which it names, is ${present} in this database: an older backup was restored since, or the chain was recomputed.`
}

const SignedLine = z.object({ statement: z.string(), signature: z.string(), publicKey: z.string() })
/** The last three lines of a CSV file or a PDF. */
const signatureLines = /^[#%] statement (\S+)\r?\n[#%] signature (\S+)\r?\n[#%] public key (\S+)\s*$/
/** Longer than any end of a file. */
const maxEndBytes = 16_384

/** Splits a file into what was signed and its end; undefined if it has none. */
function readEnd(file: Buffer): End | undefined {
  const tail = file.subarray(-maxEndBytes)
  const startOfTail = file.length - tail.length
  for (const start of [lineBefore(tail, 1), lineBefore(tail, 3)]) {
    const signed = parseEnd(tail.subarray(start).toString())
    if (signed) return { content: file.subarray(0, startOfTail + start), signed }
  }
  return undefined
}

/** Returns where the last lines of a text begin. */
function lineBefore(text: Buffer, lines: number): number {
  let start = text.at(-1) === 10 ? text.length - 1 : text.length
  for (let line = 0; line < lines && start > 0; line++) start = text.lastIndexOf(10, start - 1)
  return start + 1
}

function parseEnd(end: string): Signed | undefined {
  const [, statement, signature, publicKey] = signatureLines.exec(end) ?? []
  if (statement && signature && publicKey) return { statement, signature, publicKey }
  try {
    return SignedLine.safeParse(JSON.parse(end)).data
  } catch {
    return undefined
  }
}
