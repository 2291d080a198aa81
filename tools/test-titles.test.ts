import { expect, test } from 'vitest'
import { listTestTitles } from './test-titles.ts'

test('finds the titles of tests and groups in every notation', () => {
  const source = `
    test('RECV-03 shows the last sample', async () => {})
    test.only("a title's apostrophe", () => {})
    describe('a group', () => { it(\`of \${n} tubes\`, () => {}) })
    expect('no title')
    const element = <Tube name="no title either" />`

  expect(listTestTitles(source)).toEqual([
    'RECV-03 shows the last sample',
    "a title's apostrophe",
    'a group',
    'of % tubes',
  ])
})

test('finds ids in the table of test.each', () => {
  const source = "test.each([['LIFE-01', 'UNKNOWN', 2]])('%s from %s', (id, from) => {})"

  expect(listTestTitles(source)).toEqual(['%s from %s', 'LIFE-01', 'UNKNOWN'])
})

test('parses syntax that is valid in .ts files but not in .tsx files', () => {
  const source = "const first = <T>(all: readonly T[]) => all[0]\ntest('SAMP-01 lists samples', () => {})"
  expect(listTestTitles(source, 'samples.test.ts')).toEqual(['SAMP-01 lists samples'])
})
