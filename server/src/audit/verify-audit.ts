import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { errorMessage } from '../errors/error-message.ts'
import { StartError } from '../errors/start-error.ts'
import { type AnchorLine, readAnchorLines } from './anchor-file.ts'
import { AnchorList, anchorFileName } from './anchor-list.ts'
import { readTimeStamps, type StoredTimeStamp } from './anchor-queries.ts'
import { asTimeStamp, type ReadTable, readBackupChain } from './backup-chain.ts'
import { readChain } from './chain-queries.ts'
import { assertTimeStamps } from './time-stamp.ts'
import { type Verified, verifyChain } from './verify-chain.ts'

type Settings = Pick<Config['audit'], 'anchorFile' | 'tsaCaFile'>

/**
 * Verifies the audit trail of a database as it is at one instant, with the anchors outside of it. Their file, which may
 * be on a machine that does not reply, is read before.
 */
export async function verifyDatabase(db: Db, settings: Settings, clock: () => Date): Promise<Verified> {
  const outside = await readOutside(settings, clock())
  const now = clock()
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) =>
      withAnchors(readTimeStamps(trx), outside, (anchors) => verifyChain(readChain(trx), { now, anchors })),
    )
}

/** Verifies the audit trail of a backup with the anchors that were written until it was made. */
export async function verifyBackupChain(
  read: ReadTable,
  settings: Settings,
  madeAt: Date,
): Promise<Verified> {
  const outside = await readOutside(settings, madeAt)
  return withAnchors(stampsOf(read), outside, (anchors) =>
    verifyChain(readBackupChain(read), { now: madeAt, anchors }),
  )
}

async function* stampsOf(read: ReadTable) {
  for await (const row of read('audit_time_stamp')) yield asTimeStamp(row)
}

/** What the anchor file says of the time until `now`, and the certificates that are trusted; undefined for all. */
type Outside = { anchors: CheckedAnchors; trusted: X509Certificate[] | undefined }

async function readOutside({ anchorFile, tsaCaFile }: Settings, now: Date): Promise<Outside> {
  const trusted = tsaCaFile ? readCertificates(tsaCaFile) : undefined
  const anchors = new CheckedAnchors(trusted)
  if (anchorFile) {
    for await (const line of readAnchorLines(anchorFile)) if (!(new Date(line.at) > now)) anchors.add(line)
  }
  return { anchors, trusted }
}

async function withAnchors(
  stamps: AsyncIterable<StoredTimeStamp>,
  outside: Outside,
  walk: (anchors: AnchorList[]) => Promise<Verified>,
): Promise<Verified> {
  const stored = new CheckedAnchors(outside.trusted)
  for await (const stamp of stamps) stored.addStamp(stamp)
  const verified = await walk([stored.list, outside.anchors.list])
  return { ...verified, finding: verified.finding ?? stored.finding ?? outside.anchors.finding }
}

/**
 * Anchors as they are read. A time stamp is one too, once its signature is verified; it is not kept, as those of twenty
 * years do not fit into memory.
 */
class CheckedAnchors {
  readonly list = new AnchorList()
  /** The first time stamp that is not valid, in one sentence; null if all are. */
  finding: string | null = null
  readonly #trusted: X509Certificate[] | undefined

  constructor(trusted: X509Certificate[] | undefined) {
    this.#trusted = trusted
  }

  add({ seal, hash, at, timeStamp }: AnchorLine): void {
    if (timeStamp === undefined) this.list.add({ seal, hash, at, from: anchorFileName })
    else {
      const response = Buffer.from(timeStamp, 'base64')
      const from = `the time stamp in ${anchorFileName}`
      this.addStamp({ seal, hash: Buffer.from(hash, 'hex'), response, at, from })
    }
  }

  addStamp({ seal, hash, response, at, from }: StoredTimeStamp): void {
    try {
      const stampedAt = assertTimeStamps(response, hash, this.#trusted)
      this.list.add({ seal, hash: hash.toString('hex'), at: stampedAt, from })
    } catch (error) {
      this.finding ??= `${from[0]?.toUpperCase()}${from.slice(1)} of seal ${seal} of ${at} is not valid: ${errorMessage(error)}.`
    }
  }
}

/** Throws a StartError if the file cannot be read or holds none. */
function readCertificates(file: string): X509Certificate[] {
  const certificates = parsedCertificates(file)
  if (certificates.length > 0) return certificates
  throw new StartError('Nothing verified: AUDIT_TSA_CA holds no certificate in PEM.')
}

function parsedCertificates(file: string): X509Certificate[] {
  try {
    const texts = readFileSync(file, 'utf8').match(
      /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
    )
    return (texts ?? []).map((pem) => new X509Certificate(pem))
  } catch (error) {
    throw new StartError(`Nothing verified: AUDIT_TSA_CA cannot be read: ${errorMessage(error)}.`)
  }
}
