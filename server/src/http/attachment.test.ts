import { expect, test } from 'vitest'
import { attachment, fileName } from './attachment.ts'

test.each([
  ['Nordic study 4', 'Nordic study 4.csv'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j.csv'],
  ['../../etc/passwd', '-..-etc-passwd.csv'],
  ['CON', 'CON-.csv'],
  ['\u202ecod.exe\r\n', '-cod.exe.csv'],
  [' . ', '-.csv'],
  ['😀'.repeat(200), `${'😀'.repeat(60)}.csv`],
])('BATCHD-07 a batch named %j makes a file named %j', (name, expected) => {
  expect(fileName(name, 'csv')).toBe(expected)
})

test('a name in ASCII is sent once', () => {
  expect(attachment('Nordic "4".csv')).toBe('attachment; filename="Nordic \\"4\\".csv"')
})

test('a name outside ASCII is sent twice, in ASCII and as it is', () => {
  expect(attachment("Zürich 日本's.csv")).toBe(
    `attachment; filename="Zurich __'s.csv"; filename*=UTF-8''Z%C3%BCrich%20%E6%97%A5%E6%9C%AC%27s.csv`,
  )
})
