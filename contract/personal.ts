import { z } from 'zod'

const personalMembers = new WeakSet<z.ZodType>()
const personalValues = new WeakMap<z.ZodType, ReadonlySet<unknown>>()

/**
 * Marks a member as the ID of a subject or a site. For callers without the permission `subject.read` the server sends
 * null in its place in a reply, and refuses a request that contains it.
 */
export function personal<S extends z.ZodType>(schema: S): S {
  personalMembers.add(schema)
  return schema
}

/** Marks values of a member of a request, such as an order by subject, that are refused without `subject.read`. */
export function withPersonalValues<S extends z.ZodType>(schema: S, values: readonly z.output<S>[]): S {
  personalValues.set(schema, new Set<unknown>(values))
  return schema
}

/** The fields of a sample that are marked by `personal`. */
export const personalFields = ['subjectId', 'siteId'] as const

/** Returns whether a field of a sample, a column of a file or a field of an audit event is one of `personalFields`. */
export const isPersonalField = (field: string | null | undefined): boolean =>
  personalFields.some((one) => one === field)

const textsWithNames = new WeakSet<z.ZodType>()

/**
 * Marks a text of a reply that may name samples in the header of a BAM file, which are often named after subjects. For
 * callers without `subject.read` the server leaves the names out.
 */
export function mayNameSubjects<S extends z.ZodType>(schema: S): S {
  textsWithNames.add(schema)
  return schema
}

/** Returns whether a text is marked by `mayNameSubjects`. */
export const isWithNames = (schema: z.ZodType): boolean => textsWithNames.has(schema)

/** Goes beside personal members of a reply: true if the caller may not see them, and they are null for that reason. */
export const maskable = { masked: z.literal(true).optional() }

/** Returns whether a member is marked by `personal`, also inside of `optional`, `nullable` and the like. */
export const isPersonal = (schema: z.ZodType): boolean =>
  personalMembers.has(schema) || someInner(schema, isPersonal)

/** Returns whether a value is one of those marked by `withPersonalValues`. */
export const isPersonalValue = (schema: z.ZodType, value: unknown): boolean =>
  personalValues.get(schema)?.has(value) || someInner(schema, (inner) => isPersonalValue(inner, value))

export const hasPersonalValues = (schema: z.ZodType): boolean =>
  personalValues.has(schema) || someInner(schema, hasPersonalValues)

function someInner(schema: z.ZodType, test: (inner: z.ZodType) => boolean): boolean {
  const inner = innerOf(schema)
  return inner !== undefined && test(inner)
}

/** The part of a zod definition that code which walks over schemas reads. */
type SchemaDefinition = {
  type: string
  /** Whether values of other types are converted. */
  coerce?: boolean
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  element?: z.ZodType
  options?: readonly z.ZodType[]
  valueType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
}
export const definitionOf = (schema: z.ZodType) => schema.def as SchemaDefinition

/** Returns the schema inside of `optional`, `nullable`, `default` and the like. */
export const innerOf = (schema: z.ZodType): z.ZodType | undefined =>
  (schema.def as { innerType?: z.ZodType }).innerType

/**
 * Names by which records without a schema (metadata, audit events) hold the ID of a subject or a site; the `search` of
 * a saved view may filter by one.
 */
export const isPersonalName = (name: string): boolean => /^((subject|site)(_?ids?)?|search)$/i.test(name)
