import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './api.ts'

type Node = { [key: string]: unknown }

/** Returns the paths of objects in a schema that accept unknown properties. */
function looseObjects(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, additionalProperties } = node as Node
  const own = type === 'object' && additionalProperties !== false ? [path] : []
  return [...own, ...Object.entries(node).flatMap(([key, inner]) => looseObjects(inner, `${path}/${key}`))]
}

/** Other clients and identity providers send additional parameters to these. */
const signInEndpoints = [
  'POST /auth/check-site',
  'POST /auth/login',
  'GET /auth/login/callback',
  'POST /auth/logout',
]
const scanEndpoints = ['POST /sync/trigger', 'POST /dvc/scan']

test('D4 every endpoint rejects unknown parameters, except the few whose callers send more', () => {
  const found = allEndpoints.flatMap(({ endpoint: { method, path, query, body } }) => {
    const schemas = [query, body].filter((schema) => schema !== undefined)
    const objects = schemas.flatMap((schema) =>
      looseObjects(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    )
    return objects.length > 0 ? [`${method} ${path}`] : []
  })
  expect(found.sort()).toEqual([...signInEndpoints, ...scanEndpoints].sort())
})

type Numeric = { type?: string | string[]; enum?: unknown[]; minimum?: number; maximum?: number }

/**
 * Returns the paths of numbers in a schema without a minimum or a maximum. A bound at the limits of safe integers,
 * which zod adds to every integer, does not count.
 */
function unboundedNumbers(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, enum: choices, minimum = -Infinity, maximum = Infinity } = node as Numeric
  const isNumber = !choices && [type].flat().some((one) => one === 'integer' || one === 'number')
  const isBounded = minimum > Number.MIN_SAFE_INTEGER && maximum < Number.MAX_SAFE_INTEGER
  return [
    ...(isNumber && !isBounded ? [path] : []),
    ...Object.entries(node).flatMap(([key, inner]) => unboundedNumbers(inner, `${path}/${key}`)),
  ]
}

test('A8 every number in a request has a minimum and a maximum', () => {
  const found = allEndpoints.flatMap(({ endpoint: { path, query, body } }) =>
    [query, body].flatMap((schema) =>
      schema ? unboundedNumbers(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), path) : [],
    ),
  )
  expect(found).toEqual([])
})
