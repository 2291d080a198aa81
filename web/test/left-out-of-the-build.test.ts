import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isNeeded } from '../antd-styles.ts'
import { withoutDescriptions } from '../omit-descriptions.ts'

/** What `replace-imports.ts` leaves out, as a page would write it. */
const uses: [what: string, pattern: RegExp][] = [
  ['a part of Input', /\bInput\.(OTP|Password|Group|Search)\b/],
  ['a part of Skeleton', /\bSkeleton\.(Avatar|Button|Image|Input)\b/],
  ['tabs of a card', /\btabList\b/],
  ['radio buttons of a table', /rowSelection[\s\S]{0,80}type: 'radio'/],
  ['filters of a column', /\b(filterDropdown|onFilter)\b/],
  ['a JSON schema', /\btoJSONSchema\b/],
  ['pages of a chosen size', /showSizeChanger(?!(: |=\{)false)/],
]

test('no page uses what is left out of the build', () => {
  const source = join(import.meta.dirname, '../src')
  const found = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(source, file), 'utf8')
      return uses.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${file} uses ${what}`)
    })
  expect(found).toEqual([])
})

test.each([
  ['.ant-btn-primary:not(:disabled)', true],
  ['.ant-form-item .ant-input-number-input', true],
  ['.ant-zoom-enter', true],
  ['a:hover', true],
  ['.anticon svg', true],
  ['.ant-form-item .ant-picker', false],
  ['.ant-input-group-wrapper-rtl', false],
  ['.ant-col-md-6', false],
  ['.ant-col', true],
  ['.ant-color-picker-trigger', false],
  ['.css-var-_R_0_', false],
])('of the styles of antd, those that can match are kept: %s %s', (selector, expected) => {
  expect(isNeeded(selector)).toBe(expected)
})

const contract = join(import.meta.dirname, '../../contract')
const contractFiles = globSync('*.ts', { cwd: contract }).filter((file) => !file.endsWith('.test.ts'))

test.each(contractFiles)(
  'of %s, the build leaves out the summaries of endpoints and the descriptions of members, and nothing else',
  (file) => {
    const source = readFileSync(join(contract, file), 'utf8')
    const built = withoutDescriptions(source)
    // The type of an endpoint, and what a role may do, stay.
    expect(built.match(/\bsummary: *\n? *['"`]/) === null || !source.includes('endpoint(')).toBe(true)
    expect(built).not.toMatch(/\bdescription:\s*['"`]/)
    const left = source.split('\n').filter((line) => !built.includes(line.trim()))
    expect(
      left.filter((line) => !/^ *(summary:|['"`].*['"`],$)|\bdescription:( ['"`]|$)/.test(line)),
    ).toEqual([])
  },
)
