import type { FastifyInstance } from 'fastify'

/** Parameters come as sampleId or sample_id; from here on there is only sampleId. What lies in `metadata` is the user's own. */
export function foldParameters(app: FastifyInstance) {
  app.addHook('preValidation', async (request) => {
    request.query = folded(request.query)
    request.body = folded(request.body)
  })
}

/** Depth and size are bounded before: by `readJson` for a body, by the length of an address for a query. */
export function folded(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value.map(folded)
  const result: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const name = spelled(camelCase(key))
    // Given in both spellings, the camelCase one counts, wherever it stands.
    if (name !== key && Object.hasOwn(value, name)) continue
    result[name] = name === 'metadata' ? inner : folded(inner)
  }
  return result
}

/** Two parameters of the specification end in ID; in snake_case nobody writes `parent_i_d`. */
const spellings: Readonly<Record<string, string>> = { parentId: 'parentID', userId: 'userID' }
const spelled = (name: string) => (Object.hasOwn(spellings, name) ? spellings[name] : undefined) ?? name

/** A match never fails after a run of underscores, so no run is read twice. */
const camelCase = (key: string) =>
  key.replace(/_+([a-z0-9]?)/gi, (run, letter: string) => (letter ? letter.toUpperCase() : run))
