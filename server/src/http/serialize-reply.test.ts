import { SampleListReply } from '@lims/contract/samples.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { serializerCompiler } from './serialize-reply.ts'

const serialize = (schema: z.ZodType, value: unknown) =>
  JSON.parse(serializerCompiler({ schema, method: 'GET', url: '/', httpStatus: '200' })(value))

test('a reply has the members that its schema names, and no others', () => {
  const schema = z.object({ id: z.number(), inner: z.array(z.object({ name: z.string().nullable() })) })
  const value = { id: 1, secret: 'x', inner: [{ name: null, secret: 'x' }] }
  expect(serialize(schema, value)).toEqual({ id: 1, inner: [{ name: null }] })
})

test('a schema that changes values is left to zod', () => {
  const schema = z.object({ count: z.codec(z.string(), z.number(), { decode: Number, encode: String }) })
  expect(serialize(schema, { count: 7 })).toEqual({ count: '7' })
})

test('a list of samples is written without being validated', () => {
  expect(serialize(SampleListReply, { samples: [{ name: 7 }] })).toEqual({ samples: [{ name: 7 }] })
})
