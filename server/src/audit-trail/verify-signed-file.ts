import { createHash, createPublicKey, verify } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { findSealHash } from '../audit/anchor-queries.ts'
import type { Db } from '../db/database.ts'
import { StartError } from '../errors/start-error.ts'
import { findExportKey } from './export-key-queries.ts'
import type { Signed } from './sign-statement.ts'

type VerifiedFile = {
  /** The members of the statement at the end of the file. */
  statement: Record<string, string>
  /** What is wrong, in one sentence; null if nothing is. */
  finding: string | null
}

/**
 * Verifies a file that `signStatement` has signed, such as an export of the audit trail or the report of a stock-take:
 * with the key of this laboratory, whatever key the file names, and the seal that was the last one then. It may be of
 * any size. Throws a StartError if the database has no key.
 */
export async function verifySignedFile(db: Db, file: FileHandle): Promise<VerifiedFile> {
  const end = await readEnd(file)
  if (!end) {
    const finding = 'It has no signature at its end: it was cut off, or saved anew by another program.'
    return { statement: {}, finding }
  }
  const statement = Object.fromEntries(new URLSearchParams(end.signed.statement))
  return { statement, finding: await findAlteration(db, file, { ...end, statement }) }
}

/** `start`: the number of bytes before it, which are what was signed. */
type End = { start: number; signed: Signed }

async function findAlteration(
  db: Db,
  file: FileHandle,
  { start, signed, statement }: End & { statement: Record<string, string> },
): Promise<string | null> {
  const key = await findExportKey(db)
  if (!key) throw new StartError('Nothing verified: this database has no key, and so has signed no file.')
  if (signed.publicKey !== key.publicKey.toString('base64')) {
    return 'It was signed with another key than that of this laboratory.'
  }
  const publicKey = createPublicKey({ key: key.publicKey, format: 'der', type: 'spki' })
  if (!verify(null, Buffer.from(signed.statement), publicKey, Buffer.from(signed.signature, 'base64'))) {
    return 'The statement at its end, or the signature, was altered.'
  }
  if ((await hashStart(file, start)) !== statement.sha256) {
    return 'Its content was altered: the SHA-256 is not the one that was signed.'
  }
  return findOtherSeal(db, statement)
}

async function hashStart(file: FileHandle, length: number): Promise<string> {
  const hash = createHash('sha256')
  if (length > 0) await pipeline(file.createReadStream({ start: 0, end: length - 1, autoClose: false }), hash)
  return hash.digest('hex')
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
const signaturePattern = /^[#%] statement (\S+)\r?\n[#%] signature (\S+)\r?\n[#%] public key (\S+)\s*$/
/** Longer than any end of a file. */
const maxEndBytes = 16_384

/** Finds the end of a file; undefined if it has none. */
async function readEnd(file: FileHandle): Promise<End | undefined> {
  const { size } = await file.stat()
  const length = Math.min(size, maxEndBytes)
  const startOfTail = size - length
  const { buffer: tail } = await file.read(Buffer.alloc(length), 0, length, startOfTail)
  for (const start of [lineBefore(tail, 1), lineBefore(tail, 3)]) {
    const signed = parseEnd(tail.subarray(start).toString())
    if (signed) return { start: startOfTail + start, signed }
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
  const [, statement, signature, publicKey] = signaturePattern.exec(end) ?? []
  if (statement && signature && publicKey) return { statement, signature, publicKey }
  try {
    return SignedLine.safeParse(JSON.parse(end)).data
  } catch {
    return undefined
  }
}
