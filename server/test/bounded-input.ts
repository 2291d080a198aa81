import type { Endpoint } from '@lims/contract/endpoint.ts'
import { type JsonNode, jsonSchemaOf, snakeCase } from './arbitrary-request.ts'
import { hostileNumbers, unstorableTexts } from './hostile-texts.ts'

type GivenRequest = { about: string; query: Record<string, unknown>; body?: unknown }

/** Every sign of ASCII that is neither a letter nor a digit, and the spaces that JavaScript counts as white space. */
const punctuation = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((sign) =>
    /[^A-Za-z0-9]/.test(sign),
  ),
  '\u00a0',
  '\u2028',
  '\ufeff',
].filter((sign) => sign >= ' ' || '\t\n\r\0'.includes(sign))

/** Several signs in one text, each in a run of its own: as telling as a text for each sign, with fewer requests. */
const signsOfText = 8
const signGroups = Array.from({ length: Math.ceil(punctuation.length / signsOfText) }, (_, group) =>
  punctuation.slice(group * signsOfText, (group + 1) * signsOfText),
)

/** Four characters of each plane, the last without a meaning; four planes in one text. */
const planes = Array.from({ length: 5 }, (_, group) =>
  Array.from({ length: group === 4 ? 1 : 4 }, (_, index) => group * 4 + index)
    .flatMap((plane) => [1, 0x4e8c, 0xfffd, 0xffff].map((code) => plane * 0x10000 + code))
    .map((code) => String.fromCodePoint(code))
    .join(''),
)

// Quadratic work on it takes seconds, linear work none.
const bodyRun = 50_000
const queryRun = 8_000
const nested = (levels: number) => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}
const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`, index]))
const shapes = [nested(18), nested(200), wide, Array.from({ length: 5_000 }, () => 'x'), [], {}, null, '']

/**
 * Requests that are right but for one member, which is too long, too deep, too wide or at the edge of its range.
 * The first ones are right in every member.
 */
export function boundedRequests({ query, body }: Endpoint, known: readonly string[]): GivenRequest[] {
  const of = (schema: Endpoint['query']): JsonNode => (schema ? jsonSchemaOf(schema) : {})
  const right = {
    query: plainOf(of(query), known) as Record<string, unknown>,
    ...(body ? { body: plainOf(of(body), known) } : {}),
  }
  const requests: GivenRequest[] = Array.from({ length: 3 }, () => ({ about: 'a right request', ...right }))
  for (const [name, node] of Object.entries(of(query).properties ?? {})) {
    for (const [about, value] of valuesFor(node, queryRun)) {
      requests.push({ ...right, about: `query ${name}: ${about}`, query: { ...right.query, [name]: value } })
    }
  }
  if (!body) return requests
  const rightBody = right.body as Record<string, unknown>
  for (const [name, node] of Object.entries(of(body).properties ?? {})) {
    for (const [about, value] of valuesFor(node, bodyRun)) {
      requests.push({ ...right, about: `body ${name}: ${about}`, body: { ...rightBody, [name]: value } })
    }
  }
  for (const signs of signGroups) {
    const keys = Object.fromEntries(signs.map((sign) => [sign.repeat(bodyRun), 1]))
    requests.push({ ...right, about: `keys of ${JSON.stringify(signs)}`, body: { ...rightBody, ...keys } })
  }
  for (const shape of [...shapes, snakeCase('A'.repeat(bodyRun))]) {
    requests.push({ ...right, about: 'another shape', body: shape })
  }
  return requests
}

function* valuesFor(node: JsonNode, run: number): Generator<[string, unknown]> {
  for (const signs of signGroups) {
    const runs = signs.map((sign) => `${sign.repeat(run)}b`)
    yield [`runs of ${JSON.stringify(signs)} between letters`, `a${runs.join('')}`]
  }
  for (const [index, text] of planes.entries()) yield [`planes from ${index * 4}`, text]
  for (const text of unstorableTexts) yield ['a text that cannot be stored', text]
  for (const number of numbersAround(node)) yield [`number ${number}`, number]
  for (const [index, shape] of shapes.entries()) if (run === bodyRun) yield [`shape ${index}`, shape]
}

/** At and beyond each bound that the contract states, and of the types that a number may become. */
function numbersAround(node: JsonNode): number[] {
  const bounds = [node, ...(node.anyOf ?? [])].flatMap(({ minimum, maximum }) => [minimum, maximum])
  const known = bounds.filter((bound) => bound !== undefined)
  return [...known.flatMap((bound) => [bound - 1, bound, bound + 1]), ...hostileNumbers]
}

function plainOf(node: JsonNode, known: readonly string[]): unknown {
  if (node.const !== undefined) return node.const
  if (node.enum) return node.enum[0]
  if (node.anyOf) return plainOf(node.anyOf[0] ?? {}, known)
  switch (Array.isArray(node.type) ? node.type[0] : node.type) {
    case 'array':
      return [plainOf(node.items ?? {}, known)]
    case 'integer':
    case 'number':
      return Math.max(node.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'string':
      return node.format === 'date-time' ? '2026-11-20T09:00:00Z' : known[0]
    default:
      return node.properties || node.type === 'object' ? plainObject(node, known) : 1
  }
}

const plainObject = ({ properties = {}, required = [] }: JsonNode, known: readonly string[]) =>
  Object.fromEntries(required.map((name) => [name, plainOf(properties[name] ?? {}, known)]))
