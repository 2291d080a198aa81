import {
  hasPersonalValues,
  isPersonal,
  isPersonalName,
  isPersonalValue,
  maskable,
  personal,
  withPersonalValues,
} from '@lims/contract/personal.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { maskOf, maskRecord } from './mask-reply.ts'

const Sample = z.object({
  name: z.string(),
  subjectId: personal(z.string().nullable()),
  siteId: personal(z.string()).optional(),
  ...maskable,
})
const given = { name: 'NB-1', subjectId: 'P001' }
const masked = { name: 'NB-1', subjectId: null, masked: true }
const mask = (schema: z.ZodType, value: unknown) => maskOf(schema)?.(value)

test('the subject and the site of a sample become null, and the sample says so', () => {
  const whole = { ...given, siteId: 'S1' }
  expect(mask(Sample, whole)).toEqual({ ...masked, siteId: null })
  expect(whole).toEqual({ ...given, siteId: 'S1' })
})

test('a member that is not in the reply is not added, and alone masks nothing', () => {
  expect(mask(Sample, given)).toEqual(masked)
  expect(mask(Sample, { name: 'NB-1' })).toEqual({ name: 'NB-1' })
})

test('an object without the flag is masked without it', () => {
  const Plain = z.object({ subjectId: personal(z.string()) })
  expect(mask(Plain, { subjectId: 'P001' })).toEqual({ subjectId: null })
})

test.each<[string, z.ZodType, unknown, unknown]>([
  ['a member', z.object({ sample: Sample }), { sample: given }, { sample: masked }],
  ['what may be absent', z.object({ sample: Sample.optional() }), { sample: given }, { sample: masked }],
  ['what may be null', Sample.nullable(), given, masked],
  ['a list', z.array(Sample), [given, { name: 'NB-2' }], [masked, { name: 'NB-2' }]],
  ['a list in a list', z.array(z.array(Sample)), [[given]], [[masked]]],
  ['one of several', z.union([z.string(), Sample]), given, masked],
  ['a reply of several kinds', z.union([z.object({ a: Sample }), Sample]), { a: given }, { a: masked }],
  ['what is converted before', z.preprocess((value) => value, Sample), given, masked],
])('a subject is masked inside of %s', (_, schema, value, expected) => {
  expect(mask(schema, value)).toEqual(expected)
})

test('what is of another kind than the schema passes as it is', () => {
  expect(mask(Sample.nullable(), null)).toBe(null)
  expect(mask(Sample, 'text')).toBe('text')
  expect(mask(Sample, [given])).toEqual([given])
  expect(mask(z.array(Sample).nullable(), null)).toBe(null)
  expect(mask(z.object({ sample: Sample.optional() }), {})).toStrictEqual({})
})

test('a reply that can hold neither a subject nor a site is not walked', () => {
  for (const schema of [
    z.string(),
    z.object({ name: z.string(), boxes: z.array(z.object({ row: z.number() })) }),
    z.union([z.string(), z.number()]),
    z.record(z.string(), z.string()),
    z.looseObject({}).catchall(z.string()),
    z.array(z.string()).nullable(),
  ]) {
    expect(maskOf(schema)).toBeUndefined()
  }
})

test('a record without a schema is masked by the names of its members, at any depth', () => {
  const record = { Subject_ID: 'P001', notes: 'clear', kits: [{ siteId: 'S1', count: 2 }], none: null }
  const hidden = { Subject_ID: null, notes: 'clear', kits: [{ siteId: null, count: 2 }], none: null }
  for (const schema of [
    z.record(z.string(), z.unknown()),
    z.unknown(),
    z.any(),
    z.looseObject({}),
    z.record(z.string(), Sample),
  ]) {
    expect(mask(schema, record)).toEqual(hidden)
  }
  expect(record.Subject_ID).toBe('P001')
  const kits = [{ count: 1 }, { siteId: 'S1' }]
  expect(maskRecord({ kits })).toEqual({ kits: [{ count: 1 }, { siteId: null }] })
})

test('a record without a subject or a site stays the same value', () => {
  for (const value of [
    { notes: 'clear', kits: [{ count: 2 }], at: new Date(0) },
    [1, { notes: '' }],
    'text',
    null,
    undefined,
    7,
  ]) {
    expect(maskRecord(value)).toBe(value)
  }
  const at = new Date(0)
  expect(maskRecord({ subject: at, at })).toEqual({ subject: null, at })
  expect(maskRecord(Object.assign(Object.create(null), { site: 'S1' }))).toEqual({ site: null })
})

test('the object around a record says that it is masked, if something in the record was', () => {
  const Batch = z.object({
    metadata: z.record(z.string(), z.unknown()).nullable(),
    numSamples: z.number(),
    ...maskable,
  })
  const batch = { metadata: { siteId: 'S1' }, numSamples: 2 }
  expect(mask(Batch, batch)).toEqual({ metadata: { siteId: null }, numSamples: 2, masked: true })
  const plain = { metadata: { tubeType: 'EDTA' }, numSamples: 2 }
  expect(mask(Batch, plain)).toEqual(plain)
  expect(mask(Batch, { metadata: null, numSamples: 2 })).toEqual({ metadata: null, numSamples: 2 })
})

test('the object around an object with a schema does not say that it is masked itself', () => {
  const Pair = z.object({ sample: Sample, ...maskable })
  expect(mask(Pair, { sample: given })).toEqual({ sample: masked })
})

test.each(['subject', 'subjectId', 'SUBJECT_ID', 'subjectIds', 'site', 'siteid', 'site_ids', 'search'])(
  'a member of a record that is called %s is the ID of a subject or a site, or a search by one',
  (name) => {
    expect(isPersonalName(name)).toBe(true)
  },
)
test.each(['subjectName', 'oldSubject', 'website', 'sites', 'research', 'searches', ''])(
  'a member of a record that is called %j is not',
  (name) => {
    expect(isPersonalName(name)).toBe(false)
  },
)

test('a mark holds also inside of what may be absent, null or has a default', () => {
  const Field = withPersonalValues(z.enum(['name', 'subjectId']), ['subjectId'])
  for (const field of [Field, Field.optional(), Field.default('name'), Field.nullable().optional()]) {
    expect(isPersonalValue(field, 'subjectId')).toBe(true)
    expect(isPersonalValue(field, 'name')).toBe(false)
    expect(hasPersonalValues(field)).toBe(true)
    expect(isPersonal(field)).toBe(false)
  }
  const id = personal(z.string())
  for (const one of [id, id.optional(), id.nullable().default('x')]) {
    expect(isPersonal(one)).toBe(true)
    expect(hasPersonalValues(one)).toBe(false)
  }
  expect(isPersonal(z.string().optional())).toBe(false)
})

test('a doubt about a link loses the names from the header of the file, wherever it is', () => {
  const doubt = 'a.bam is of NB-1 (T0000001) by its path, but of Sbj-1 by its header'
  expect(maskRecord({ after: { bamDoubt: doubt, bamPath: 'a.bam' } })).toEqual({
    after: {
      bamDoubt: 'a.bam is of NB-1 (T0000001) by its path, but not by its header',
      bamPath: 'a.bam',
    },
  })
  const harmless = { bamDoubt: 'a.bam cannot be read any more', other: { bamDoubt: 7 }, notes: doubt }
  expect(maskRecord(harmless)).toBe(harmless)
})
