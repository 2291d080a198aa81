import type { FastifyInstance } from 'fastify'

/** Converts snake_case parameters to camelCase before validation; the keys of `metadata` stay as they are. */
export function foldParameters(app: FastifyInstance) {
  app.addHook('preValidation', (request, _reply, done) => {
    request.query = folded(request.query)
    request.body = folded(request.body)
    done()
  })
}

/** Recursion is bounded: `readJson` bounds depth and size of a body, the length of an address those of a query. */
export function folded(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value.map(folded)
  const result: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const name = foldedName(key)
    // If both spellings are given, the camelCase one is used, whatever their order.
    if (name !== key && Object.hasOwn(value, name)) continue
    result[name] = name === 'metadata' ? inner : folded(inner)
  }
  return result
}

/** Returns a parameter's name in camelCase, as the contract spells it. */
export const foldedName = (key: string): string => spelled(camelCase(key))

/** Two parameters of the specification end in ID: parent_id means parentID, not parentId. */
const spellings: Readonly<Record<string, string>> = { parentId: 'parentID', userId: 'userID' }
const spelled = (name: string) => (Object.hasOwn(spellings, name) ? spellings[name] : undefined) ?? name

/** Linear in the length of the key: a match never fails after a run of underscores, so no run is read twice. */
const camelCase = (key: string) =>
  key.replace(/_+([a-z0-9]?)/gi, (run, letter: string) => (letter ? letter.toUpperCase() : run))
