/** A random text that no other browser makes. Unlike `crypto.randomUUID`, this also works on an http address. */
export const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * Returns a function that gives each submission its Idempotency-Key: the same values, submitted twice,
 * keep their key and are saved once; changed values get a new key.
 */
export function submissionKeys(): (values: unknown) => string {
  let last: { text: string | undefined; key: string } | undefined
  return (values) => {
    const text = JSON.stringify(values)
    if (!last || text !== last.text) last = { text, key: randomKey() }
    return last.key
  }
}
