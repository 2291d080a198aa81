import { manifestColumns } from '@lims/contract/exports.ts'
import { Sample } from '@lims/contract/samples.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { cellOf } from './manifest-row.ts'

const { properties } = z.toJSONSchema(Sample)
type Stated = { type?: string | string[]; anyOf?: Stated[] }
const typesOf = ({ type = [], anyOf = [] }: Stated): string[] => [type, ...anyOf.map(typesOf)].flat()

test('BATCHD-08 the manifest has exactly the fields that are text, numbers or lists', () => {
  const fitting = Object.keys(Sample.shape).filter((field) =>
    typesOf(properties?.[field] as Stated).every((type) =>
      ['string', 'number', 'integer', 'array', 'null'].includes(type),
    ),
  )
  // Custody and thaws came after the manifest; exports have them. The version is for the program.
  const leftOut = ['custody', 'thawCount', 'version']
  expect(manifestColumns).toEqual(fitting.filter((field) => !leftOut.includes(field)))
  expect(manifestColumns).not.toContain('metadata')
})

test.each([
  [null, 'N/A'],
  ['', 'N/A'],
  [[], 'N/A'],
  [0, 0],
  [0.01, 0.01],
  ['NB-001', 'NB-001'],
  [['a', 'b'], 'a; b'],
])('BATCHD-09 writes %j as %j', (value, cell) => {
  expect(cellOf(value)).toBe(cell)
})
