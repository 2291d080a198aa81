import { definitionOf, innerOf, isPersonal, isPersonalName, isWithNames } from '@lims/contract/personal.ts'
import type { z } from 'zod'
import { withoutBamHeaderNames } from './without-bam-header-names.ts'

/** Returns a value without the IDs of subjects and sites; the same value if there are none. */
type Mask = (value: unknown) => unknown

/**
 * Compiles the schema of a reply into the mask for callers who may not see subjects and sites: members that the
 * contract marks as `personal` become null, with `masked: true` beside them; texts that may name subjects lose the
 * names; in records without a schema, such as metadata and audit events, the names of members decide. Returns undefined
 * if no reply of the schema can hold one, so that nothing is walked.
 */
export function maskOf(schema: z.ZodType): Mask | undefined {
  const inner = innerOf(schema)
  if (inner) return maskOf(inner)
  if (isWithNames(schema)) return maskText
  const { type, shape = {}, catchall, element, options = [], valueType, out } = definitionOf(schema)
  switch (type) {
    case 'object':
      return maskOfObject(shape, catchall)
    case 'array':
      return element && maskOfEach(maskOf(element))
    case 'union':
      return inTurn(options.flatMap((option) => maskOf(option) ?? []))
    case 'record':
      return valueType && maskOf(valueType) ? maskRecord : undefined
    case 'pipe':
      return out && maskOf(out)
    case 'unknown':
    case 'any':
      return maskRecord
    default:
      return undefined
  }
}

function maskOfObject(shape: Record<string, z.ZodType>, catchall: z.ZodType | undefined): Mask | undefined {
  const hidden = Object.keys(shape).filter((name) => isPersonal(shape[name] as z.ZodType))
  const members = Object.entries(shape).flatMap(([name, schema]) => {
    const mask = hidden.includes(name) ? undefined : maskOf(schema)
    return mask ? [{ name, mask, isRecord: isRecord(schema) }] : []
  })
  if (catchall && maskOf(catchall)) return maskRecord
  if (hidden.length === 0 && members.length === 0) return undefined
  return (value) => {
    if (!isObject(value)) return value
    const copy: Record<string, unknown> = { ...value }
    let isMasked = false
    for (const name of hidden) {
      if (!Object.hasOwn(copy, name)) continue
      copy[name] = null
      isMasked = true
    }
    for (const { name, mask, isRecord } of members) {
      if (!Object.hasOwn(copy, name)) continue
      const masked = mask(copy[name])
      if (isRecord && masked !== copy[name]) isMasked = true
      copy[name] = masked
    }
    if (isMasked && shape.masked) copy.masked = true
    return copy
  }
}

/** Whether a member is a record without a schema, of which the object around it says that it is masked. */
function isRecord(schema: z.ZodType): boolean {
  const inner = innerOf(schema)
  return inner ? isRecord(inner) : maskOf(schema) === maskRecord
}

const maskOfEach = (mask: Mask | undefined): Mask | undefined =>
  mask && ((value) => (Array.isArray(value) ? value.map(mask) : value))

function inTurn(masks: readonly Mask[]): Mask | undefined {
  if (masks.length === 0) return undefined
  return (value) => masks.reduce((masked, mask) => mask(masked), value)
}

/** Masks a record without a schema, and the records within it, by the names of their members. */
export function maskRecord(value: unknown): unknown {
  if (Array.isArray(value)) {
    const masked = value.map(maskRecord)
    return masked.some((one, index) => one !== value[index]) ? masked : value
  }
  if (!isObject(value)) return value
  let copy: Record<string, unknown> | undefined
  for (const [name, member] of Object.entries(value)) {
    const masked = maskMember(name, member)
    if (masked === member) continue
    copy ??= { ...value }
    copy[name] = masked
  }
  return copy ?? value
}

function maskMember(name: string, member: unknown): unknown {
  if (isPersonalName(name)) return null
  const masked = maskRecord(member)
  return name === 'bamDoubt' ? maskText(masked) : masked
}

const maskText: Mask = (value) => (typeof value === 'string' ? withoutBamHeaderNames(value) : value)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) ?? Object.prototype) === Object.prototype
