import type { Endpoint } from '@lims/contract/endpoint.ts'
import fc from 'fast-check'
import { z } from 'zod'
import { hostileNames, hostileNumbers, unstorableTexts } from './hostile-texts.ts'

export type JsonNode = {
  type?: string | string[]
  anyOf?: JsonNode[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  required?: string[]
  properties?: Record<string, JsonNode>
  items?: JsonNode
}

/** Requests that are mostly of the right shape and never quite to be trusted; `known` are ids that exist. */
export function arbitraryRequest({ query, body }: Endpoint, known: readonly string[]) {
  const of = (schema: z.ZodType | undefined) =>
    schema ? arbitraryOf(jsonSchemaOf(schema), known) : fc.constant(undefined)
  return fc.record({ query: of(query), body: of(body) })
}

/** The members of a call's body or query as JSON Schema names them. */
export const membersOf = (schema: z.ZodType): [string, JsonNode][] =>
  Object.entries(jsonSchemaOf(schema).properties ?? {})

export const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonNode

function arbitraryOf(node: JsonNode, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: conforming(node, known), weight: 8 },
    { arbitrary: fc.constantFrom(null, '', [], {}, true, ...hostileNumbers, ...hostileNames), weight: 1 },
    { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
  )
}

function conforming(node: JsonNode, known: readonly string[]): fc.Arbitrary<unknown> {
  if (node.const !== undefined) return fc.constant(node.const)
  if (node.enum) return fc.constantFrom(...node.enum)
  if (node.anyOf) return fc.oneof(...node.anyOf.map((one) => conforming(one, known)))
  switch (Array.isArray(node.type) ? node.type[0] : node.type) {
    case 'object':
      return record(node.properties ?? {}, known)
    case 'array':
      return fc.array(arbitraryOf(node.items ?? {}, known), { maxLength: 4 })
    case 'integer':
      return fc.integer({ min: 0, max: 12 })
    case 'number':
      return fc.double({ min: 0, max: 100, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return fc.oneof(
        fc.constantFrom(...known),
        fc.string({ maxLength: 30, unit: 'binary' }),
        fc.constantFrom<string>(...hostileNames, ...unstorableTexts),
      )
    default:
      return fc.oneof(fc.constantFrom(...known, 'PLASMA', 'COLLECTED'), fc.jsonValue({ maxDepth: 2 }))
  }
}

/** Any of the members may be missing; each in either spelling. */
const record = (properties: Record<string, JsonNode>, known: readonly string[]) =>
  fc
    .tuple(
      fc.record(
        Object.fromEntries(
          Object.entries(properties).map(([name, node]) => [name, arbitraryOf(node, known)]),
        ),
        { requiredKeys: [] },
      ),
      fc.boolean(),
    )
    .map(([members, inSnakeCase]) =>
      inSnakeCase
        ? Object.fromEntries(Object.entries(members).map(([name, value]) => [snakeCase(name), value]))
        : members,
    )

export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
