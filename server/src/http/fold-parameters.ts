import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors/domain-error.ts'

/** No call of ours goes deeper than five; what is built to exhaust the stack goes to hundreds of thousands. */
const deepest = 20

/** Parameters come as sampleId or sample_id; from here on there is only sampleId. What lies in `metadata` is the user's own. */
export function foldParameters(app: FastifyInstance) {
  app.addHook('preValidation', async (request) => {
    request.query = folded(request.query)
    request.body = folded(request.body)
  })
}

export function folded(value: unknown, level = 0): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
  if (level === deepest) {
    throw new DomainError('request-invalid', `The request is nested deeper than ${deepest} levels.`)
  }
  if (Array.isArray(value)) return value.map((item) => folded(item, level + 1))
  const result: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const name = key.replace(/_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())
    // Given in both spellings, the camelCase one counts, wherever it stands.
    if (name !== key && Object.hasOwn(value, name)) continue
    const folds = folded(inner, level + 1)
    result[name] = name === 'metadata' ? inner : folds
  }
  return result
}
