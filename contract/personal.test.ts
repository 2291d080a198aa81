import { expect, test } from 'vitest'
import type { z } from 'zod'
import { allEndpoints } from './api.ts'
import {
  definitionOf,
  hasPersonalValues,
  innerOf,
  isPersonal,
  isPersonalField,
  personalFields,
} from './personal.ts'
import { Sample } from './samples.ts'

type Member = { path: string; name: string; schema: z.ZodType; siblings: Record<string, z.ZodType> }

/** Lists every member of every object in a schema. */
function membersIn(schema: z.ZodType, path: string): Member[] {
  const { shape = {}, element, options = [], valueType, in: input, out } = definitionOf(schema)
  const inner = [innerOf(schema), element, ...options, valueType, input, out].filter(
    (one) => one !== undefined,
  )
  return [
    ...Object.entries(shape).flatMap(([name, member]) => [
      { path: `${path}.${name}`, name, schema: member, siblings: shape },
      ...membersIn(member, `${path}.${name}`),
    ]),
    ...inner.flatMap((one) => membersIn(one, path)),
  ]
}

const membersOf = (of: 'query' | 'body' | 'reply') =>
  allEndpoints.flatMap(({ domain, name, endpoint }) => {
    const schema = endpoint[of]
    return schema ? membersIn(schema, `${domain}.${name}`) : []
  })
const namesSubjectOrSite = ({ name }: Member) => /subject|site/i.test(name)

/** Members that name a subject or site without being its ID. */
const harmless = [
  // The people who may reveal are shown the values: the reply is the purpose of the call.
  'subjects.reveal.subjectId',
  'subjects.reveal.siteId',
  'find.find.samplesOfSubject',
  'find.find.subjects',
]

test('every member of a reply that can hold a subject or a site is marked as personal', () => {
  const unmarked = membersOf('reply').filter(
    (member) => namesSubjectOrSite(member) && !isPersonal(member.schema),
  )
  expect(unmarked.map(({ path }) => path).filter((path) => !harmless.includes(path))).toEqual([])
})

test('the personal fields of a sample are the members that its schema marks', () => {
  const fields = Object.keys(Sample.shape)
  const marked = Object.entries(Sample.shape)
    .filter(([, schema]) => isPersonal(schema))
    .map(([field]) => field)
  expect(marked.toSorted()).toEqual(personalFields.toSorted())
  expect(fields.filter(isPersonalField)).toEqual(marked)
})

test('beside each personal member of a reply is the flag that it is masked', () => {
  const personal = membersOf('reply').filter(({ schema }) => isPersonal(schema))
  expect(personal.length).toBeGreaterThan(20)
  expect(personal.filter(({ siblings }) => !siblings.masked).map(({ path }) => path)).toEqual([])
})

/** Records without a schema can hold anything; the storages' is written by nobody. */
const isRecord = (schema: z.ZodType): boolean => {
  const inner = innerOf(schema)
  if (inner) return isRecord(inner)
  const { type, catchall, valueType } = definitionOf(schema)
  const open = catchall ?? (type === 'record' ? valueType : undefined)
  return ['unknown', 'any'].includes(type) || ['unknown', 'any'].includes(open?.def.type ?? '')
}

test('a record without a schema stands beside the flag that it is masked, except that of a storage', () => {
  const records = membersOf('reply').filter(({ schema, siblings }) => isRecord(schema) && !siblings.masked)
  expect(records.map(({ path }) => path).filter((path) => !/^storage\..*\.metadata$/.test(path))).toEqual([])
})

/** Who may create a record may enter the subject and the site of it, unseen by them afterwards. */
const entered = [
  'samples.add.subjectId',
  'samples.add.siteId',
  'batches.addPatient.siteId',
  'subjects.erase.subjectId',
]
/** Where the browser was opened. */
const ofSignIn = /^auth\./

test('every parameter that searches or edits by a subject or site is marked as personal', () => {
  const parameters = [...membersOf('query'), ...membersOf('body')].filter(namesSubjectOrSite)
  const unmarked = parameters.filter(({ schema }) => !isPersonal(schema)).map(({ path }) => path)
  expect(unmarked.filter((path) => !entered.includes(path) && !ofSignIn.test(path))).toEqual([])
})

test('an order by subject or site, and the bulk edit of them, are marked as personal', () => {
  const choices = [...membersOf('query'), ...membersOf('body')].filter(({ name, schema }) => {
    const options = optionsOf(schema)
    return name !== 'columns' && options.some((option) => /subject|site/i.test(option))
  })
  const unmarked = choices.filter(({ schema }) => !hasPersonalValues(schema)).map(({ path }) => path)
  expect(unmarked.filter((path) => !/^(audit|tokens|people)\./.test(path))).toEqual([])
  expect(choices.length).toBeGreaterThan(2)
})

function optionsOf(schema: z.ZodType): string[] {
  const inner = innerOf(schema)
  if (inner) return optionsOf(inner)
  return (schema as { options?: unknown[] }).options?.filter((option) => typeof option === 'string') ?? []
}
