/** The part of ASN.1 DER (ITU-T X.690) that time stamps need. */
export type DerValue = { tag: number; content: Buffer /** With tag and length. */; whole: Buffer }

export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
} as const

/** Returns a value as tag, length and content. */
export function encodeDer(tag: number, ...content: Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content)
  if (bytes.length < 0x80) return Buffer.concat([Buffer.from([tag, bytes.length]), bytes])
  const length = Buffer.from(bytes.length.toString(16).padStart(8, '0'), 'hex')
  const shortest = length.subarray(length.findIndex((byte) => byte !== 0))
  return Buffer.concat([Buffer.from([tag, 0x80 | shortest.length]), shortest, bytes])
}

/** Returns the values that follow each other in a content. Throws an Error if they are not whole. */
export function readDer(bytes: Buffer): DerValue[] {
  const values: DerValue[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const value = readOne(rest)
    values.push(value)
    rest = rest.subarray(value.whole.length)
  }
  return values
}

function readOne(bytes: Buffer): DerValue {
  const [tag = 0, first = 0] = bytes
  const more = first < 0x80 ? 0 : first & 0x7f
  if (bytes.length < 2 + more || more > 4 || first === 0x80) throw new Error('not DER')
  const length = more === 0 ? first : bytes.readUIntBE(2, more)
  const end = 2 + more + length
  if (bytes.length < end) throw new Error('not DER')
  return { tag, content: bytes.subarray(2 + more, end), whole: bytes.subarray(0, end) }
}

/** Returns an object identifier in dots. */
export function objectIdentifier(content: Buffer): string {
  const numbers: number[] = []
  let value = 0
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    numbers.push(value)
    value = 0
  }
  const [first = 0, ...rest] = numbers
  const root = Math.min(Math.floor(first / 40), 2)
  return [root, first - root * 40, ...rest].join('.')
}
