import { expect, test } from 'vitest'
import { StatusInput } from './sample-status.ts'

const refusalOf = (given: unknown) => StatusInput.safeParse(given).error?.issues[0]?.message

test('ENT-13 a missing status is refused as an empty one', () => {
  expect(refusalOf(undefined)).toBe("sample status validation failed: '' is not a status")
})

test('ENT-13 of a long text that is no status the refusal quotes the first 40 characters', () => {
  expect(refusalOf('x'.repeat(41))).toBe(
    `sample status validation failed: '${'x'.repeat(40)}' is not a status`,
  )
})
