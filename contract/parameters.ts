import { z } from 'zod'

const maxNamesInMessage = 3
const maxNameLength = 60

/** The parameters of a query or a body. An unknown one is refused by its name: ignored, a mistyped filter would act on everything. */
export const parameters = <const S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownParameter(issue.keys) : undefined),
  })

function unknownParameter(names: readonly string[]): string {
  const quoted = names.slice(0, maxNamesInMessage).map((name) => `'${name.slice(0, maxNameLength)}'`)
  return names.length === 1
    ? `There is no parameter ${quoted.join()}`
    : `There are no parameters ${quoted.join(', ')}${names.length > maxNamesInMessage ? ' …' : ''}`
}

/** A query or body of a call that takes none. */
export const noParameters = parameters({})
export const noBody = noParameters.nullish()

/** Nothing in it counts; older clients send one. */
export const ignoredBody = z.record(z.string(), z.unknown()).nullish()
