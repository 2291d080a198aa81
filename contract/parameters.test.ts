import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './api.ts'

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
  const found = allEndpoints.flatMap(({ endpoint: { method, path, query, body } }) => {
    const schemas = [query, body].filter((schema) => schema !== undefined)
    const objects = schemas.flatMap((schema) =>
      looseObjects(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    )
    return objects.length > 0 ? [`${method} ${path}`] : []
  })
  expect(found.sort()).toEqual([...loose, ...scans].sort())
})

type Numeric = { type?: string | string[]; enum?: unknown[]; minimum?: number; maximum?: number }

/** Paths of the numbers within a schema that lack one of their two bounds. A safe integer is no bound: no column holds it. */
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

test('A8 every number that a call takes has a minimum and a maximum', () => {
  const found = allEndpoints.flatMap(({ endpoint: { path, query, body } }) =>
    [query, body].flatMap((schema) =>
      schema ? unboundedNumbers(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), path) : [],
    ),
  )
  expect(found).toEqual([])
})
