import type { FastifyInstance } from 'fastify'

/** Parameters come as sampleId or sample_id; from here on there is only sampleId. What lies in `metadata` is the user's own. */
export function foldParameters(app: FastifyInstance) {
  app.addHook('preValidation', async (request) => {
    request.query = folded(request.query)
    request.body = folded(request.body)
  })
}

export function folded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(folded)
  if (value === null || typeof value !== 'object') return value
  const result: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const name = key.replace(/_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())
    // Given in both spellings, the camelCase one counts, wherever it stands.
    if (name !== key && Object.hasOwn(value, name)) continue
    result[name] = name === 'metadata' ? inner : folded(inner)
  }
  return result
}
