import { allEndpoints } from '@lims/contract/api.ts'
import type { Endpoint } from '@lims/contract/endpoint.ts'
import { SampleListReply } from '@lims/contract/samples.ts'
import { serializerCompiler as validating } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { exampleReplies, unnamed, withOneChanged } from '../../test/example-reply.ts'
import { serializerCompiler } from './serialize-reply.ts'

const serialize = (schema: z.ZodType, value: unknown) =>
  JSON.parse(serializerCompiler({ schema, method: 'GET', url: '/', httpStatus: '200' })(value))

test('a reply has the members that its schema names, and no others', () => {
  const schema = z.object({ id: z.number(), inner: z.array(z.object({ name: z.string().nullable() })) })
  const value = { id: 1, secret: 'x', inner: [{ name: null, secret: 'x' }] }
  expect(serialize(schema, value)).toEqual({ id: 1, inner: [{ name: null }] })
})

test.each([
  [{ id: 1, at: 'now', inner: [{ name: 'a', age: 2 }] }],
  [{ inner: [{ age: 2, name: 'a' }], at: 'now', id: 1 }],
  [{ id: 1, at: 'now', inner: [{ name: 'a', age: 2, secret: 'x' }] }],
  [
    Object.assign(Object.create({ toJSON: () => 'secret' }), {
      id: 1,
      at: 'now',
      inner: [{ name: 'a', age: 2 }],
    }),
  ],
])('the members of %j are written in the order of the schema', (value) => {
  const inner = z.array(z.object({ name: z.string(), age: z.number() }))
  const schema = z.object({ id: z.number(), at: z.string(), missing: z.string().optional(), inner })
  const write = serializerCompiler({ schema, method: 'GET', url: '/', httpStatus: '200' })
  expect(write(value)).toBe('{"id":1,"at":"now","inner":[{"name":"a","age":2}]}')
})

test('what is written does not change what was replied', () => {
  const value = { id: 1, inner: [{ name: null, secret: 'x' }] }
  serialize(z.object({ id: z.number(), inner: z.array(z.object({ name: z.string().nullable() })) }), value)
  expect(value).toEqual({ id: 1, inner: [{ name: null, secret: 'x' }] })
})

test('a schema that changes values is left to zod', () => {
  const schema = z.object({ count: z.codec(z.string(), z.number(), { decode: Number, encode: String }) })
  expect(serialize(schema, { count: 7 })).toEqual({ count: '7' })
})

test('a list of samples is written without being validated', () => {
  expect(serialize(SampleListReply, { samples: [{ name: 7 }] })).toEqual({ samples: [{ name: 7 }] })
})

const inJson = allEndpoints.filter(({ endpoint }) => !endpoint.replyTypes)
const routeOf = ({ reply, method, path }: Endpoint) => ({
  schema: reply,
  method,
  url: path,
  httpStatus: '200',
})
const examplesOf = ({ reply }: Endpoint) => [...exampleReplies(reply, true), ...exampleReplies(reply, false)]

test.each(inJson)('$endpoint.path replies with what zod would write, and no member more', ({ endpoint }) => {
  const route = routeOf(endpoint)
  for (const reply of examplesOf(endpoint)) {
    expect(serializerCompiler(route)(reply)).toBe(validating(route)(reply))
  }
})

test.each(inJson)('$endpoint.path writes no unnamed member in place of any other', ({ endpoint }) => {
  const route = routeOf(endpoint)
  for (const reply of examplesOf(endpoint)) {
    for (const changed of withOneChanged(reply, { [unnamed]: 1 })) {
      const isAllowed = writesUnnamed(() => validating(route)(changed))
      const isWritten = writesUnnamed(() => serializerCompiler(route)(changed))
      expect(isWritten, JSON.stringify(changed)).toBe(isAllowed)
    }
  }
})

function writesUnnamed(write: () => string): boolean {
  try {
    return write().includes(unnamed)
  } catch {
    return false
  }
}

test.each([Number.NaN, Number.POSITIVE_INFINITY, new Date(0)])('%s is refused in a reply', (wrong) => {
  const schema = z.object({ celsius: z.number(), at: z.string() })
  expect(() => serialize(schema, { celsius: wrong, at: '' })).toThrow()
  expect(() => serialize(schema, { celsius: 1, at: wrong })).toThrow()
})

test('a record has the keys that its schema names, and no others', () => {
  const schema = z.object({ counts: z.record(z.enum(['open', 'closed']), z.number()) })
  const counts = { open: 1, closed: 2, subjectId: 3 }
  expect(serialize(schema, { counts })).toEqual({ counts: { open: 1, closed: 2 } })
})

test('a number that is read from a text is written as a number', () => {
  expect(serialize(z.object({ id: z.coerce.number() }), { id: '12' })).toEqual({ id: 12 })
})
