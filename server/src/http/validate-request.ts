import { formatNumber } from '@lims/contract/format-count.ts'
import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { DomainError } from '../errors/domain-error.ts'

/** Compiles a schema of the contract into a validator that fails with `request-invalid`. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const { error, data: value } = schema.safeParse(data, { error: wordIssue })
    return error ? { error: invalidRequest(error.issues) } : { value }
  }

/** Returns the refusal of a request with these parameters; undefined if the schema accepts them. */
export function findRefusal(schema: z.ZodType, data: unknown): DomainError | undefined {
  const { error } = schema.safeParse(data, { error: wordIssue })
  return error && invalidRequest(error.issues)
}

/** Names the first issue and its field. An unknown parameter comes first, since it may be the cause of the others. */
function invalidRequest(issues: readonly z.core.$ZodIssue[]): DomainError {
  const first = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  const field = first?.path.join('.') ?? ''
  const text = first?.message ?? 'is not valid'
  if (field) return new DomainError('request-invalid', names(text, field) ? text : `${field}: ${text}`, field)
  return new DomainError(
    'request-invalid',
    first?.code === 'invalid_type' ? 'A JSON object is expected.' : text,
  )
}

/** Whether a text names the field: 'Number of samples is required' names numSamples. */
function names(text: string, field: string): boolean {
  if (/^(expected|is|must) /.test(text)) return false
  if (text.includes(field)) return true
  const wordsOfText = text.toLowerCase().split(/[^a-z]+/)
  const wordsOfField = (field.split('.').at(-1) ?? '').split(/(?=[A-Z])/)
  return wordsOfField.some((word) => wordsOfText.includes(word.toLowerCase()))
}

const formats: Partial<Record<string, string>> = {
  uuid: 'must be a UUID',
  url: 'must be a web address',
  date: 'must be a day such as 2026-11-20',
  datetime: 'must be a time such as 2026-11-20T09:30:00Z',
}
const units: Partial<Record<string, string>> = { string: 'characters', array: 'items' }

/** Returns the text for an issue whose schema has no text of its own. It goes behind the name of the field. */
const wordIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return wordType(issue.expected, issue.input)
    case 'invalid_value': {
      const values = z.core.util.joinValues(issue.values, '|')
      return issue.values.length === 1 ? `expected ${values}` : `expected one of ${values}`
    }
    case 'too_big':
      return `must ${wordBound(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin)}`
    case 'too_small':
      return `must ${wordBound(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, issue.origin)}`
    case 'invalid_format':
      return formats[issue.format] ?? 'is not valid'
    default:
      return 'is not valid'
  }
}

function wordType(expected: string, input: unknown): string {
  if (input === undefined) return 'is missing'
  if (expected === 'int') return 'must be a whole number'
  if (expected === 'number' && typeof input === 'number') return 'must be a number'
  return `expected ${expected}, received ${z.core.util.parsedType(input)}`
}

function wordBound(relation: string, bound: number | bigint, origin: string): string {
  const unit = units[origin]
  const quantity = `${relation} ${formatNumber(bound)}`
  return unit ? `have ${quantity} ${unit}` : `be ${quantity}`
}
