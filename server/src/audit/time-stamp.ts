import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto'
import { type DerValue, derTags, encodeDer, objectIdentifier, readDer } from './der.ts'

const sha256Oid = Buffer.from('608648016503040201', 'hex')
const messageDigestOid = '1.2.840.113549.1.9.4'
const timeStampingOid = '1.3.6.1.5.5.7.3.8'
/** Digests that a time-stamp authority may sign with. */
const digests: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const timeoutMs = 15_000
export const maxReplyBytes = 256 * 1024
const maxChainLength = 8

/**
 * Returns the reply of a time-stamp authority (RFC 3161) to a SHA-256 hash, after checking that it is one. Throws an
 * Error if the authority does not reply in 15 s, refuses, or replies to something else or with more than 256 kB.
 */
export async function requestTimeStamp(
  url: string,
  hash: Uint8Array,
  stopping: AbortSignal,
): Promise<Buffer> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: new Uint8Array(timeStampRequest(hash)),
    signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
  })
  if (!reply.ok) throw new Error(`the time-stamp authority replied with status ${reply.status}`)
  const response = await readBounded(reply)
  assertTimeStamps(response, hash)
  return response
}

async function readBounded({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxReplyBytes) throw new Error('the reply of the time-stamp authority is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** TimeStampReq of RFC 3161, section 2.4.1: version 1, the imprint, a nonce, and a wish for the certificate. */
function timeStampRequest(hash: Uint8Array): Buffer {
  const { sequence, integer, octetString, boolean, objectIdentifier: oid, null: nothing } = derTags
  const algorithm = encodeDer(sequence, encodeDer(oid, sha256Oid), encodeDer(nothing))
  const nonce = randomBytes(8)
  // Positive, and in its shortest form.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  return encodeDer(
    sequence,
    encodeDer(integer, Buffer.from([1])),
    encodeDer(sequence, algorithm, encodeDer(octetString, hash)),
    encodeDer(integer, nonce),
    encodeDer(boolean, Buffer.from([0xff])),
  )
}

/**
 * Verifies a reply of a time-stamp authority against the hash that it should stamp: imprint, digest of the content and
 * signature; with `trusted` also that the certificate may stamp times and leads to one of these. Returns the time that
 * the authority stamped, in UTC. Throws an Error with the reason.
 */
export function assertTimeStamps(
  response: Buffer,
  hash: Uint8Array,
  trusted?: readonly X509Certificate[],
): string {
  const [status, token] = inside(only(readDer(response)))
  const [granted] = inside(status)
  if (!granted || (granted.content[0] ?? 9) > 1 || !token) throw new Error('the time stamp was refused')
  const signed = inside(inside(inside(token)[1])[0])
  const [, , encapsulated, ...others] = signed
  const content = only(inside(inside(encapsulated)[1])).content
  const info = inside(only(readDer(content)))
  const imprint = inside(info[2])
  if (!imprint[1]?.content.equals(hash)) throw new Error('the time stamp is of another hash')

  const certificates = others
    .filter(({ tag }) => tag === derTags.context0)
    .flatMap((set) => inside(set))
    .map(({ whole }) => new X509Certificate(whole))
  const signer = inside(inside(others.at(-1))[0])
  const certificate = certificates.find((one) => isSignedBy(one, signer, content))
  if (!certificate) throw new Error('the signature of the time stamp is wrong')
  if (trusted) assertTrusted(certificate, certificates, trusted)
  return generalizedTime(info)
}

/** SignerInfo of RFC 5652, section 5.3: the signed attributes hold the digest of the content. */
function isSignedBy(certificate: X509Certificate, signer: DerValue[], content: Buffer): boolean {
  const [, , digestAlgorithm, attributes, , signature] = signer
  const digest = digests[objectIdentifier(inside(digestAlgorithm)[0]?.content ?? Buffer.of())]
  if (!digest || !signature || attributes?.tag !== derTags.context0) return false
  const stated = inside(attributes)
    .map((attribute) => inside(attribute))
    .find(([type]) => type && objectIdentifier(type.content) === messageDigestOid)
  const expected = createHash(digest).update(content).digest()
  if (!inside(stated?.[1])[0]?.content.equals(expected)) return false
  // Signed as a SET, though it is sent with a tag of its own.
  const signedBytes = encodeDer(derTags.set, attributes.content)
  return verify(digest, signedBytes, certificate.publicKey, signature.content)
}

function assertTrusted(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
) {
  if (!certificate.keyUsage?.includes(timeStampingOid)) {
    throw new Error('the certificate of the time stamp is not for time stamps')
  }
  let current = certificate
  for (let length = 0; length < maxChainLength; length++) {
    if (trusted.some((one) => one.raw.equals(current.raw) || isIssuedBy(current, one))) return
    const issuer = others.find((one) => !one.raw.equals(current.raw) && isIssuedBy(current, one))
    if (!issuer) break
    current = issuer
  }
  throw new Error('the certificate of the time stamp is not of a trusted authority')
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

function generalizedTime(info: DerValue[]): string {
  const text = info.find(({ tag }) => tag === derTags.generalizedTime)?.content.toString('latin1') ?? ''
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(text)
  if (!parts) throw new Error('the time stamp has no time')
  const [, year, month, day, hour, minute, second, fraction = ''] = parts
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`
}

const inside = (value: DerValue | undefined): DerValue[] => (value ? readDer(value.content) : [])

function only(values: DerValue[]): DerValue {
  const [value] = values
  if (!value) throw new Error('not DER')
  return value
}
