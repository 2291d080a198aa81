import { isDeepStrictEqual } from 'node:util'
import { definitionOf, innerOf } from '@lims/contract/personal.ts'
import type { FastifySerializerCompiler } from 'fastify'
import { serializerCompiler as validating } from 'fastify-type-provider-zod'
import { z } from 'zod'

/**
 * Returns a value with the members that the schema names, and no others, in the order of the schema: the same value if
 * it is so already, for copying long lists took as long as writing them.
 */
type Picker = (value: unknown) => unknown

/**
 * Compiles the schema of a reply into a function that writes it as JSON, with the members that the contract names and
 * no others. What plain members hold is not validated again: it comes from the database and from typed code, and on
 * long lists that took longer than writing them. An object, a list, NaN or infinity in place of a plain value is
 * refused, so that nothing is written that the contract does not name. Schemas that change values are left to zod.
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

/** Picker for a schema that allows anything. */
const same: Picker = (value) => value

/** Throws for what would be written with members that no schema names, or as null although it is a number. */
const plain: Picker = (value) => {
  if (typeof value === 'string' || value === null) return value
  if (typeof value === 'object' || (typeof value === 'number' && !Number.isFinite(value)))
    throw mismatch(value)
  return value
}
const mismatch = (value: unknown) =>
  new Error(`A reply holds ${Object.prototype.toString.call(value)} where its contract names something else`)

/** Returns undefined for a schema whose values zod has to write. */
function pickOf(schema: z.ZodType): Picker | undefined {
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

function pickOfEach(pick: Picker | undefined): Picker | undefined {
  if (!pick) return undefined
  return (value) => {
    if (isNothing(value)) return value
    if (!Array.isArray(value)) throw mismatch(value)
    let picked: unknown[] | undefined
    for (let at = 0; at < value.length; at++) {
      const one = pick(value[at])
      if (one === value[at]) continue
      picked ??= [...value]
      picked[at] = one
    }
    return picked ?? value
  }
}

/** A record with named keys is an object; one with any keys is written as it is if its values may be anything. */
function pickOfRecord({ keyType, valueType }: z.ZodRecord): Picker | undefined {
  if (keyType instanceof z.ZodEnum) {
    const { options } = keyType
    return pickOfObject(Object.fromEntries(options.map((key) => [key, valueType as z.ZodType])))
  }
  return pickOf(valueType as z.ZodType) === same ? anyObject : undefined
}

const anyObject: Picker = (value) => {
  if (!isNothing(value)) assertObject(value)
  return value
}

/** Returns the picker for an object with any further members: it keeps all of them, unless zod has to write one. */
function pickOfOpenObject(shape: Record<string, z.ZodType>, catchall: z.ZodType): Picker | undefined {
  const named = pickOfObject(shape)
  if (!named || pickOf(catchall) !== same) return undefined
  return (value) => (isNothing(value) ? value : { ...(value as object), ...(named(value) as object) })
}

function pickOfObject(shape: Record<string, z.ZodType>): Picker | undefined {
  const members: { name: string; pick: Picker }[] = []
  for (const [name, schema] of Object.entries(shape)) {
    const pick = pickOf(schema)
    if (!pick) return undefined
    members.push({ name, pick })
  }
  const names = members.map(({ name }) => name)
  return (value) => {
    if (isNothing(value)) return value
    assertObject(value)
    let picked: Record<string, unknown> | undefined = hasOnly(value, names) ? undefined : {}
    for (const { name, pick } of members) {
      const member = value[name]
      if (member === undefined) continue
      // Called by its name, `plain` is inlined.
      const one = pick === plain ? plain(member) : pick(member)
      if (picked) picked[name] = one
      else if (one !== member) picked = { ...value, [name]: one }
    }
    return picked ?? value
  }
}

/** True if a plain object has no members but the named ones, in their order. */
function hasOnly(value: Record<string, unknown>, names: readonly string[]): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  let at = -1
  for (const name in value) {
    at = names.indexOf(name, at + 1)
    if (at < 0) return false
  }
  return true
}

function assertObject(value: unknown): asserts value is Record<string, unknown> {
  if (typeof value !== 'object' || Array.isArray(value)) throw mismatch(value)
}

const isNothing = (value: unknown) => value === null || value === undefined
