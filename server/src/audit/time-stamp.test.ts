import { execFileSync } from 'node:child_process'
import { randomBytes, X509Certificate } from 'node:crypto'
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { readTable } from '../db/read-backup.ts'
import { writeBackup } from '../db/write-backup.ts'
import { StartError } from '../errors/start-error.ts'
import { AnchorFile } from './anchor-file.ts'
import { Anchorer } from './anchorer.ts'
import { Sealer } from './sealer.ts'
import { assertTimeStamps, requestTimeStamp } from './time-stamp.ts'
import { verifyBackupChain, verifyDatabase } from './verify-audit.ts'

const lab = await openLab()
const folder = mkdtempSync(path.join(tmpdir(), 'lims-tsa-'))
const inFolder = (name: string) => path.join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
const anchorFile = inFolder('anchors.jsonl')

/** A certificate authority and a time-stamp authority below it, of OpenSSL. */
function makeAuthority(name: string) {
  const ca = ['-subj', `/CN=${name} CA`, '-keyout', `${name}-ca.key`, '-out', `${name}-ca.crt`]
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...ca)
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    `/CN=${name} TSA`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
  )
  writeFileSync(inFolder('tsa.ext'), 'extendedKeyUsage=critical,timeStamping\n')
  const signing = [
    '-CA',
    `${name}-ca.crt`,
    '-CAkey',
    `${name}-ca.key`,
    '-CAcreateserial',
    '-extfile',
    'tsa.ext',
  ]
  openssl('x509', '-req', '-in', `${name}.csr`, '-days', '2', '-out', `${name}.crt`, ...signing)
  writeFileSync(inFolder(`${name}.serial`), '01\n')
  writeFileSync(
    inFolder(`${name}.cnf`),
    `[tsa]
default_tsa = it
[it]
serial = ${inFolder(`${name}.serial`)}
signer_cert = ${inFolder(`${name}.crt`)}
certs = ${inFolder(`${name}-ca.crt`)}
signer_key = ${inFolder(`${name}.key`)}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`,
  )
}
const reply = (name: string, request: Buffer) => {
  writeFileSync(inFolder('request.tsq'), request)
  openssl('ts', '-reply', '-config', `${name}.cnf`, '-queryfile', 'request.tsq', '-out', 'reply.tsr')
  return readFileSync(inFolder('reply.tsr'))
}

makeAuthority('ours')
makeAuthority('other')
const trusted = (name: string) => [new X509Certificate(readFileSync(inFolder(`${name}-ca.crt`)))]
function* repeat(chunk: Buffer) {
  for (;;) yield chunk
}
let requests = 0
let isDown = false
let isEndless = false
const authority = createServer(async (request, response) => {
  requests++
  if (isDown) response.writeHead(503).end()
  else if (isEndless) Readable.from(repeat(Buffer.alloc(64 * 1024))).pipe(response)
  else
    response
      .setHeader('content-type', 'application/timestamp-reply')
      .end(reply('ours', await buffer(request)))
}).listen(0, '127.0.0.1')
const tsaUrl = () => `http://127.0.0.1:${(authority.address() as AddressInfo).port}`
afterAll(() => {
  authority.close()
  rmSync(folder, { recursive: true })
})

let now = testNow
const errors: string[] = []
const log = { error: (line: unknown) => void errors.push(String(line)) }
const settings = { anchorFile, tsaCaFile: inFolder('ours-ca.crt') }
const newAnchorer = (file = anchorFile, timeouts?: { workMs: number; readMs: number }) =>
  new Anchorer({
    db: lab.db,
    now: () => now,
    log,
    anchorFile: new AnchorFile(file, timeouts),
    tsaUrl: tsaUrl(),
  })
const sealOne = async () => {
  await sql`insert into audit_event (at, person_id, action, entity_type, entity_id)
    values (${now}, 'ada', 'sample.update', 'sample', 'x')`.execute(lab.db)
  await new Sealer({ db: lab.db, now: () => now, log }).sealAll()
}
/** The seal of each line, and whether it holds a time stamp. */
const anchorsIn = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ seal, timeStamp }) => [seal, Boolean(timeStamp)])
const verify = (caFile = settings.tsaCaFile) =>
  verifyDatabase(lab.db, { anchorFile, tsaCaFile: caFile }, () => new Date(now.getTime() + 1000))

beforeEach(() => {
  now = testNow
  requests = 0
  isDown = false
  isEndless = false
  errors.length = 0
  rmSync(anchorFile, { force: true })
})

const never = new AbortController().signal

test('a time stamp is requested, verified, and OpenSSL agrees', async () => {
  const hash = randomBytes(32)
  const response = await requestTimeStamp(tsaUrl(), hash, never)
  const at = assertTimeStamps(response, hash, trusted('ours'))
  expect(Math.abs(new Date(at).getTime() - Date.now())).toBeLessThan(60_000)
  writeFileSync(inFolder('stamp.tsr'), response)
  const output = openssl(
    ...['ts', '-verify', '-digest', hash.toString('hex'), '-in', 'stamp.tsr', '-CAfile', 'ours-ca.crt'],
  )
  expect(output.toString()).toContain('Verification: OK')
})

test('a time stamp of another hash, with a changed bit or of another authority is refused', async () => {
  const hash = randomBytes(32)
  const response = await requestTimeStamp(tsaUrl(), hash, never)
  expect(() => assertTimeStamps(response, randomBytes(32))).toThrow('the time stamp is of another hash')
  expect(() => assertTimeStamps(response, hash, trusted('other'))).toThrow('not of a trusted authority')
  for (let position = 0; position < response.length; position += 7) {
    const changed = Buffer.from(response)
    changed[position] = (changed[position] ?? 0) ^ 1
    let at: string | undefined
    try {
      at = assertTimeStamps(changed, hash, trusted('ours'))
    } catch {
      continue
    }
    // Outside of what is signed, such as the version of the envelope, nothing depends on it.
    expect(at).toBe(assertTimeStamps(response, hash, trusted('ours')))
  }
  expect(() => assertTimeStamps(Buffer.from('no'), hash)).toThrow()
})

test('after the clock of the server was ahead and is put right, seals are stamped again', async () => {
  now = new Date(testNow.getTime() + 400 * 86_400_000)
  await sealOne()
  await newAnchorer().anchor()
  now = testNow
  await sealOne()
  await newAnchorer().anchor()
  expect(requests).toBe(2)
  await sealOne()
  await newAnchorer().anchor()
  expect(requests).toBe(2)
})

test('the newest seal is stamped once an hour, in the database and in the anchor file', async () => {
  await sealOne()
  await newAnchorer().anchor()
  await sealOne()
  await newAnchorer().anchor()
  expect(requests).toBe(1)
  now = minutesLater(61)
  await newAnchorer().anchor()
  expect(requests).toBe(2)
  expect(anchorsIn(anchorFile)).toEqual([
    [1, false],
    [1, true],
    [2, false],
    [2, true],
  ])
  expect(await verify()).toMatchObject({ seals: 2, anchors: 6, finding: null })
  expect(errors).toEqual([])
})

test('an anchor file that does not reply is logged once, and seals are stamped all the same', async () => {
  const silent = inFolder('silent.jsonl')
  execFileSync('mkfifo', [silent])
  // Whoever reads from it waits until somebody writes.
  onTestFinished(() => closeSync(openSync(silent, constants.O_RDWR)))
  const anchorer = newAnchorer(silent, { workMs: 50, readMs: 50 })
  for (const hours of [0, 2]) {
    now = minutesLater(hours * 60)
    await sealOne()
    await anchorer.anchor()
  }
  expect(requests).toBe(2)
  const silence = 'AUDIT_ANCHOR_FILE: it has not replied'
  expect(errors).toEqual([
    expect.stringContaining(`the audit trail cannot be anchored in ${silence}`),
    expect.stringContaining(`the time stamp cannot be anchored in ${silence}`),
  ])
})

test('a chain that was recomputed is found by its time stamp alone', async () => {
  await sealOne()
  await newAnchorer().anchor()
  rmSync(anchorFile)
  writeFileSync(anchorFile, '')
  await lab.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`delete from audit_seal`.execute(trx)
    await sql`delete from audit_commitment`.execute(trx)
  })
  await sealOne()
  expect((await verify()).finding).toMatch(/^The chain was recomputed: the time stamp in the database of/)
})

test('a time stamp of an authority that is not trusted is a finding', async () => {
  await sealOne()
  await newAnchorer().anchor()
  expect((await verify(inFolder('other-ca.crt'))).finding).toMatch(
    /^The time stamp in the database of seal 1 of .* is not valid: the certificate .* is not of a trusted authority\.$/,
  )
})

test('the file of trusted certificates may hold those of former authorities', async () => {
  await sealOne()
  await newAnchorer().anchor()
  const both = inFolder('both.crt')
  const [current, former] = ['other-ca.crt', 'ours-ca.crt'].map((name) =>
    readFileSync(inFolder(name), 'utf8'),
  )
  writeFileSync(both, `The present one\n${current}The former one\n${former}`)
  expect((await verify(both)).finding).toBeNull()
})

test('without a certificate in the file of trusted ones nothing is verified', async () => {
  await sealOne()
  await newAnchorer().anchor()
  openssl('x509', '-in', 'ours-ca.crt', '-outform', 'DER', '-out', 'binary.crt')
  writeFileSync(inFolder('empty.crt'), '')
  for (const name of ['binary.crt', 'empty.crt'])
    await expect(verify(inFolder(name)), name).rejects.toThrow(
      new StartError('Nothing verified: AUDIT_TSA_CA holds no certificate in PEM.'),
    )
})

test('a time stamp that was changed in the anchor file is a finding', async () => {
  await sealOne()
  await newAnchorer().anchor()
  const written = readFileSync(anchorFile, 'utf8')
  writeFileSync(anchorFile, written.replace(/"timeStamp":"[^"]+"/, '"timeStamp":"AAAA"'))
  expect((await verify()).finding).toMatch(
    /^The time stamp in the anchor file of seal 1 of .* is not valid: .*\.$/,
  )
})

test('the time stamps of a backup are its anchors too', async () => {
  await sealOne()
  await newAnchorer().anchor()
  const backupFile = inFolder('lims.backup.gz')
  await writeBackup(lab.db, backupFile, now)
  const read = (table: string) => readTable(backupFile, table)
  const later = new Date(now.getTime() + 1000)
  const verified = await verifyBackupChain(read, { ...settings, anchorFile: undefined }, later)
  expect(verified).toMatchObject({ seals: 1, anchors: 1, finding: null })
})

test('an authority that is down is logged once and tried again', async () => {
  await sealOne()
  isDown = true
  const anchorer = newAnchorer()
  await anchorer.anchor()
  await anchorer.anchor()
  expect(errors).toEqual([
    'no time stamp could be had from AUDIT_TSA_URL: the time-stamp authority replied with status 503',
  ])
  isDown = false
  await anchorer.anchor()
  expect(await verify()).toMatchObject({ anchors: 3, finding: null })
})

test('a time stamp that could not be written into the anchor file is written once it can be', async () => {
  await sealOne()
  const file = inFolder('unmounted/anchors.jsonl')
  const anchorer = newAnchorer(file)
  for (const _ of [1, 2]) await anchorer.anchor()
  expect(errors).toEqual([
    expect.stringMatching(/^the audit trail cannot be anchored in AUDIT_ANCHOR_FILE: ENOENT/),
    expect.stringMatching(/^the time stamp cannot be anchored in AUDIT_ANCHOR_FILE: ENOENT/),
  ])
  mkdirSync(path.dirname(file))
  for (const _ of [1, 2]) await anchorer.anchor()
  expect(requests).toBe(1)
  expect(anchorsIn(file)).toEqual([
    [1, false],
    [1, true],
  ])
  const later = new Date(now.getTime() + 1000)
  expect(await verifyDatabase(lab.db, { ...settings, anchorFile: file }, () => later)).toMatchObject({
    anchors: 3,
    finding: null,
  })
})

test('a reply that never ends is given up at 256 kB', async () => {
  isEndless = true
  await expect(requestTimeStamp(tsaUrl(), randomBytes(32), never)).rejects.toThrow('is too large')
})
