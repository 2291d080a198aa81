import { isDeepStrictEqual } from 'node:util'
import { definitionOf, innerOf } from '@lims/contract/personal.ts'
import type { FastifySerializerCompiler } from 'fastify'
import { serializerCompiler as validating } from 'fastify-type-provider-zod'
import type { z } from 'zod'

/** Returns a value with the members that the schema names, and no others. */
type Pick = (value: unknown) => unknown

/**
 * Compiles the schema of a reply into a function that writes it as JSON, with the members that the contract names and
 * no others. What the members hold is not validated again: it comes from the database and from typed code, and on long
 * lists that took longer than writing them. Schemas that change values are left to zod.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = (route) => {
  const pick = pickOf(route.schema)
  return pick ? (value) => JSON.stringify(pick(value)) : validating(route)
}

/** For tests: also validates each reply, and throws if zod would have written something else. */
export const checkingSerializerCompiler: FastifySerializerCompiler<z.ZodType> = (route) => {
  const [serialize, validate] = [serializerCompiler(route), validating(route)]
  return (value) => {
    const [text, expected] = [serialize(value), validate(value)]
    if (!isDeepStrictEqual(JSON.parse(text), JSON.parse(expected)))
      throw new Error(`${route.url} replied ${text} and by its schema ${expected}`)
    return text
  }
}

const plainTypes = ['string', 'number', 'boolean', 'null', 'literal', 'enum', 'unknown', 'any']
const same: Pick = (value) => value

/** Returns undefined for a schema whose values zod has to write. */
function pickOf(schema: z.ZodType): Pick | undefined {
  const { type, shape = {}, catchall, element, options = [], valueType } = definitionOf(schema)
  if (plainTypes.includes(type)) return same
  const inner = innerOf(schema)
  if (type === 'optional' || type === 'nullable') return inner && pickOf(inner)
  if (type === 'array') return pickOfEach(element && pickOf(element))
  if (type === 'object') return catchall ? pickOfOpenObject(shape, catchall) : pickOfObject(shape)
  if (type === 'record') return valueType && pickOf(valueType) === same ? same : undefined
  if (type === 'union') return options.every((option) => pickOf(option) === same) ? same : undefined
  return undefined
}

function pickOfEach(pick: Pick | undefined): Pick | undefined {
  if (!pick || pick === same) return pick
  return (value) => (Array.isArray(value) ? value.map(pick) : value)
}

/** Of an object with any further members: all of it, unless zod has to write one. */
function pickOfOpenObject(shape: Record<string, z.ZodType>, catchall: z.ZodType): Pick | undefined {
  const all = [...Object.values(shape), catchall]
  return all.every((schema) => pickOf(schema) === same) ? same : undefined
}

function pickOfObject(shape: Record<string, z.ZodType>): Pick | undefined {
  const members: { name: string; pick: Pick }[] = []
  for (const [name, schema] of Object.entries(shape)) {
    const pick = pickOf(schema)
    if (!pick) return undefined
    members.push({ name, pick })
  }
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const picked: Record<string, unknown> = {}
    for (const { name, pick } of members) {
      const member = (value as Record<string, unknown>)[name]
      if (member !== undefined) picked[name] = pick === same ? member : pick(member)
    }
    return picked
  }
}
