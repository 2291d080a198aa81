import { expect, test } from 'vitest'
import { describeMutants, type Mutant } from './mutant.ts'
import { outdatedSurvivors, percentage, scoreFiles } from './score.ts'

const source = ['export const isFull = (held: number) => {', '  return held >= 81', '}'].join('\n')
const mutantsOf = (text: string, ...replacements: string[]) => {
  const line = text.split('\n').findIndex((one) => one.includes('held >= 81'))
  const location = { start: { line, column: 9 }, end: { line, column: 19 } }
  return describeMutants(
    new Map([['box.ts', text]]),
    replacements.map((replacement, index) => ({
      id: String(index),
      file: 'box.ts',
      mutatorName: 'EqualityOperator',
      replacement,
      location,
    })),
  )
}
const survivor = { line: 'return held >= 81', from: 'held >= 81', to: 'held > 81' }
const known = { 'box.ts': [{ ...survivor, reason: 'no box holds more than 81' }] }

test('a mutant is known by its text, wherever its line goes', () => {
  const [before] = mutantsOf(source, 'held > 81')
  const [after] = mutantsOf(`// A box of 9 by 9.\n${source}`, 'held > 81')
  expect(before).toMatchObject({ ...survivor, lineNumber: 2 })
  expect(after).toMatchObject({ ...survivor, lineNumber: 3, key: before?.key })
})

test('of a long text the part that a mutant changes is shown', () => {
  const statement = `select id, ${'name, '.repeat(40)} note from box where number > 1`
  const from = `sql<{ id: string }>\`${statement} order by number limit 1\``
  const to = `sql<{ id: string; }>\`${statement} limit 1\``
  const location = { start: { line: 0, column: 0 }, end: { line: 0, column: from.length } }
  const [mutant] = describeMutants(new Map([['box.ts', from]]), [
    { id: '0', file: 'box.ts', mutatorName: 'Sql', replacement: to, location },
  ])
  expect(mutant?.from).toMatch(/^….* note from box where number > 1 order by number limit 1`$/)
  expect(mutant?.to).toMatch(/^….* note from box where number > 1 limit 1`$/)
})

test('a chain of calls over several lines is shown by the call that a mutant leaves out', () => {
  const calls = Array.from({ length: 12 }, (_, index) => `.where('column', '=', ${index})`)
  const from = ['db', ...calls, '.limit(1)'].join('\n  ')
  const to = `db${calls.join('')}`
  const lines = from.split('\n')
  const end = { line: lines.length - 1, column: lines.at(-1)?.length ?? 0 }
  const location = { start: { line: 0, column: 0 }, end }
  const [mutant] = describeMutants(new Map([['box.ts', from]]), [
    { id: '0', file: 'box.ts', mutatorName: 'Sql', replacement: to, location },
  ])
  expect(mutant?.from).toBe(`${mutant?.to}.limit(1)`)
})

test('two mutants of the same text have keys of their own', () => {
  const keys = mutantsOf(source, 'true', 'true').map(({ key }) => key)
  expect(new Set(keys).size).toBe(2)
})

test('whatever was not killed is alive: survived, reached by no test, not tested yet', () => {
  const mutants = mutantsOf(source, 'held < 81', 'held > 81', 'true', 'false')
  const states = ['killed', 'survived', 'unreached', undefined] as const
  const stateOf = ({ id }: Mutant) => states[Number(id)]
  expect(scoreFiles(['box.ts'], mutants, {}, stateOf)).toEqual([
    { file: 'box.ts', killed: 1, total: 4, explained: 0, unexplained: mutants.slice(1) },
  ])
  expect(scoreFiles(['box.ts'], mutants, known, stateOf)).toEqual([
    { file: 'box.ts', killed: 1, total: 4, explained: 1, unexplained: mutants.slice(2) },
  ])
})

test('a listed survivor that is killed now, or whose line has changed, is outdated', () => {
  const mutants = mutantsOf(source, 'held > 81')
  expect(outdatedSurvivors(['box.ts'], mutants, known, () => 'survived')).toEqual([])
  expect(outdatedSurvivors(['box.ts'], mutants, known, () => 'killed')).toEqual(known['box.ts'])
  expect(outdatedSurvivors(['box.ts'], mutantsOf(source, 'true'), known, () => 'survived')).toEqual(
    known['box.ts'],
  )
})

test('a file without a mutant has nothing to kill', () => {
  const [score] = scoreFiles(['box.ts'], [], {}, () => undefined)
  expect(score).toEqual({ file: 'box.ts', killed: 0, total: 0, explained: 0, unexplained: [] })
})

test('just under 95 percent is not 95 percent', () => {
  expect(percentage(94_999, 100_000)).toBe(94.99)
  expect(percentage(95, 100)).toBe(95)
  expect(percentage(0, 0)).toBe(100)
})
