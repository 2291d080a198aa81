import { definitionOf, innerOf } from '@lims/contract/personal.ts'
import type { z } from 'zod'

type Shape = { schema: z.ZodType; isFull: boolean }

/** The name of a member that no contract names. */
export const unnamed = 'unnamedMember'

const texts: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000001',
  datetime: '2026-11-20T09:00:00.000Z',
  url: 'https://lims.example/',
  date: '2026-11-20',
}

/**
 * Returns the replies of a schema, one for each option of its unions. Each object in them also has a member that the
 * schema does not name. A full one has all optional members, and one item in each list.
 */
export function exampleReplies(schema: z.ZodType, isFull: boolean): unknown[] {
  const inner = innerOf(schema)
  const { type, shape = {}, catchall, element, options = [], valueType, out } = definitionOf(schema)
  const of = (part: z.ZodType | undefined) => (part ? exampleReplies(part, isFull) : [])
  switch (type) {
    case 'optional':
      return isFull ? of(inner) : [undefined]
    case 'nullable':
      return isFull ? of(inner) : [null]
    case 'object':
      return objects({ ...shape, ...(catchall ? { further: catchall } : {}) }, { schema, isFull })
    case 'array':
      return isFull ? of(element).map((one) => [one]) : [[]]
    case 'record':
      return records(schema, of(valueType))
    case 'union':
      return options.flatMap(of)
    case 'pipe':
      return of(out)
    case 'string':
      return [texts[(schema.def as { format?: string }).format ?? ''] ?? 'text']
    case 'number':
      return [Math.max(1, (schema as z.ZodNumber).minValue ?? 1)]
    case 'boolean':
      return [isFull]
    case 'literal':
      return [...(schema as z.ZodLiteral).values]
    case 'enum':
      return (schema as z.ZodEnum).options.slice(0, 1)
    default:
      return inner ? of(inner) : ['anything']
  }
}

function objects(members: Record<string, z.ZodType>, { schema, isFull }: Shape): unknown[] {
  const extra = definitionOf(schema).catchall ? {} : { [unnamed]: { [unnamed]: 1 } }
  const examples = Object.entries(members).map(([name, member]): [string, unknown[]] => [
    name,
    exampleReplies(member, isFull),
  ])
  const most = Math.max(1, ...examples.map(([, values]) => values.length))
  return Array.from({ length: most }, (_, index) => ({
    ...extra,
    ...Object.fromEntries(examples.map(([name, values]) => [name, values[index % values.length]])),
  }))
}

function records(schema: z.ZodType, values: readonly unknown[]): unknown[] {
  const { options } = (schema as z.ZodRecord<z.ZodEnum>).keyType
  const keys = options ?? ['key']
  return values.map((value) => Object.fromEntries(keys.map((key) => [key, value])))
}

/**
 * Returns a reply once for each of its plain values, with `wrong` in its place, and once for each part of it, in a
 * list.
 */
export function withOneChanged(reply: unknown, wrong: object): unknown[] {
  if (typeof reply !== 'object' || reply === null) return [wrong, [wrong]]
  const within = Object.entries(reply).flatMap(([name, member]) =>
    withOneChanged(member, wrong).map((changed) =>
      Array.isArray(reply) ? [changed] : { ...reply, [name]: changed },
    ),
  )
  return [[wrong], ...within]
}
