import { z } from 'zod'

const maxNamesInMessage = 3
const maxNameLength = 60

/**
 * Schema of a query or body. Rejects unknown parameters by name: if a mistyped filter were ignored, the request would
 * apply to everything.
 */
export const parameters = <const S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownParameter(issue.keys) : undefined),
  })

function unknownParameter(names: readonly string[]): string {
  const quoted = names.slice(0, maxNamesInMessage).map((name) => `'${name.slice(0, maxNameLength)}'`)
  return names.length === 1
    ? `Unknown parameter ${quoted.join()}`
    : `Unknown parameters ${quoted.join(', ')}${names.length > maxNamesInMessage ? ' …' : ''}`
}

/** Query or body of an endpoint without parameters. */
export const noParameters = parameters({})
export const noBody = noParameters.nullish()

/** A body that older clients send and the server ignores. */
export const ignoredBody = z.record(z.string(), z.unknown()).nullish()

/** Whether a parameter has a value. Null means the same as leaving it out. */
const hasValue = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null

type Refinement<Name extends string> = [
  check: (sent: { [N in Name]?: unknown }) => boolean,
  refusal: { path: string[]; error: string },
]

/** Returns the arguments of `refine`: one of two parameters has a value, and not both. */
export const exactlyOne = <const A extends string, const B extends string>(
  one: A,
  other: B,
  error = `Give either ${one} or ${other}, not both`,
): Refinement<A | B> => [(sent) => hasValue(sent[one]) !== hasValue(sent[other]), { path: [one], error }]

/** Returns the arguments of `refine`: two parameters both have a value, or neither has. */
export const bothOrNeither = <const A extends string, const B extends string>(
  one: A,
  other: B,
): Refinement<A | B> => [
  (sent) => hasValue(sent[one]) === hasValue(sent[other]),
  { path: [other], error: `${one} and ${other} are given together, or neither` },
]
