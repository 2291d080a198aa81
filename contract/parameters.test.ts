import { expect, test } from 'vitest'
import { z } from 'zod'
import { everyEndpoint } from './api.ts'

type Node = { [key: string]: unknown }

/** Paths of the objects within a schema that take members they do not name. */
function looseObjects(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, additionalProperties } = node as Node
  const own = type === 'object' && additionalProperties !== false ? [path] : []
  return [...own, ...Object.entries(node).flatMap(([key, inner]) => looseObjects(inner, `${path}/${key}`))]
}

/** Other clients, and identity providers, send more than we know. */
const loose = ['POST /auth/check-site', 'POST /auth/login', 'GET /auth/login/callback', 'POST /auth/logout']
const scans = ['POST /sync/trigger', 'POST /dvc/scan']

test('D4 every call names each of its parameters, but for the few whose callers send more', () => {
  const found = everyEndpoint.flatMap(({ endpoint: { method, path, query, body } }) => {
    const schemas = [query, body].filter((schema) => schema !== undefined)
    const objects = schemas.flatMap((schema) =>
      looseObjects(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    )
    return objects.length > 0 ? [`${method} ${path}`] : []
  })
  expect(found.sort()).toEqual([...loose, ...scans].sort())
})
