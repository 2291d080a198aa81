import { expect, test } from 'vitest'
import { readRequirements, traceRows } from './trace-rows.ts'

const table = readRequirements(
  ['id\tsection\tstatement\thow\tambiguous', 'RECV-03\t2\tShow it.\tui\t', 'RECV-05\t2\tSubmit.\tui\t']
    .concat(['AUTH-01\t2\tSign in.\tui\t', 'API-AUTH-01\t7\tOne address.\tapi\t'])
    .join('\n'),
)

const trace = (...titles: string[]) => {
  const { covered, uncovered, unknown } = traceRows(table, titles)
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  return { covered: ids(covered), uncovered: ids(uncovered), unknown: ids(unknown) }
}

test('reads id, area and statement of each row', () => {
  expect(table[3]).toEqual({ id: 'API-AUTH-01', area: 'API-AUTH', statement: 'One address.' })
})

test('a title may name several requirements', () => {
  expect(trace('RECV-03, RECV-05 Enter submits').covered).toEqual(['RECV-03', 'RECV-05'])
})

test('does not match an id inside a longer id', () => {
  expect(trace('API-AUTH-01 one address')).toMatchObject({ covered: ['API-AUTH-01'], unknown: [] })
})

test('reports an id that is not in the table, anywhere in a title', () => {
  expect(trace('RECV-03, RECV-77 Enter', 'as RECV-78 says').unknown).toEqual(['RECV-77', 'RECV-78'])
})

test('ignores text that only looks like an id', () => {
  expect(trace('UTF-16 as Excel writes it', 'RECV-03 prints EDTA-0001 and NB-01').unknown).toEqual([])
})

test('lists the requirements that no title names', () => {
  expect(trace('AUTH-01 signs in').uncovered).toEqual(['RECV-03', 'RECV-05', 'API-AUTH-01'])
})
