import { isDeepStrictEqual } from 'node:util'
import { definitionOf, innerOf } from '@lims/contract/personal.ts'
import type { FastifySerializerCompiler } from 'fastify'
import { serializerCompiler as validating } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** Returns a value with the members that the schema names, and no others. */
type Pick = (value: unknown) => unknown

/**
 * Compiles the schema of a reply into a function that writes it as JSON, with the members that the contract names and
 * no others. What plain members hold is not validated again: it comes from the database and from typed code, and on long
 * lists that took longer than writing them. An object, a list or no number in place of a plain value is refused, so that
 * nothing is written that the contract does not name. Schemas that change values are left to zod.
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

const plainTypes = ['string', 'number', 'boolean', 'null', 'literal', 'enum']

/** Of a schema that allows anything. */
const same: Pick = (value) => value

/** Throws for what would be written with members that no schema names, or as null although it is a number. */
const plain: Pick = (value) => {
  if (typeof value === 'object' ? value !== null : Number.isNaN(value) || isInfinite(value))
    throw mismatch(value)
  return value
}
const isInfinite = (value: unknown) =>
  value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
const mismatch = (value: unknown) =>
  new Error(`A reply holds ${Object.prototype.toString.call(value)} where its contract names something else`)

/** Returns undefined for a schema whose values zod has to write. */
function pickOf(schema: z.ZodType): Pick | undefined {
  const { type, coerce, shape = {}, catchall, element, options = [] } = definitionOf(schema)
  if (coerce) return undefined
  if (plainTypes.includes(type)) return plain
  const inner = innerOf(schema)
  switch (type) {
    case 'unknown':
    case 'any':
      return same
    case 'optional':
    case 'nullable':
      return inner && pickOf(inner)
    case 'array':
      return pickOfEach(element && pickOf(element))
    case 'object':
      return catchall ? pickOfOpenObject(shape, catchall) : pickOfObject(shape)
    case 'record':
      return pickOfRecord(schema as z.ZodRecord)
    case 'union':
      return options.every((option) => pickOf(option) === plain) ? plain : undefined
    default:
      return undefined
  }
}

function pickOfEach(pick: Pick | undefined): Pick | undefined {
  if (!pick) return undefined
  return (value) => {
    if (isNothing(value)) return value
    if (!Array.isArray(value)) throw mismatch(value)
    return value.map((one) => pick(one))
  }
}

/** A record with named keys is an object; one with any keys is written as it is if its values may be anything. */
function pickOfRecord({ keyType, valueType }: z.ZodRecord): Pick | undefined {
  if (keyType instanceof z.ZodEnum) {
    const { options } = keyType
    return pickOfObject(Object.fromEntries(options.map((key) => [key, valueType as z.ZodType])))
  }
  return pickOf(valueType as z.ZodType) === same ? anyObject : undefined
}

const anyObject: Pick = (value) => {
  if (!isNothing(value)) assertObject(value)
  return value
}

/** Of an object with any further members: all of it, unless zod has to write one. */
function pickOfOpenObject(shape: Record<string, z.ZodType>, catchall: z.ZodType): Pick | undefined {
  const named = pickOfObject(shape)
  if (!named || pickOf(catchall) !== same) return undefined
  return (value) => (isNothing(value) ? value : { ...(value as object), ...(named(value) as object) })
}

function pickOfObject(shape: Record<string, z.ZodType>): Pick | undefined {
  const members: { name: string; pick: Pick }[] = []
  for (const [name, schema] of Object.entries(shape)) {
    const pick = pickOf(schema)
    if (!pick) return undefined
    members.push({ name, pick })
  }
  return (value) => {
    if (isNothing(value)) return value
    assertObject(value)
    const picked: Record<string, unknown> = {}
    for (const { name, pick } of members) {
      const member = (value as Record<string, unknown>)[name]
      if (member !== undefined) picked[name] = pick(member)
    }
    return picked
  }
}

function assertObject(value: unknown) {
  if (typeof value !== 'object' || Array.isArray(value)) throw mismatch(value)
}

const isNothing = (value: unknown) => value === null || value === undefined
