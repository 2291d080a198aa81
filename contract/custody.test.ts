import { expect, test } from 'vitest'
import { Custody, custodyLists, custodyNames, isPutAwayLate, nextCustodies } from './custody.ts'

test('what is reserved or disposed of is not changed by hand, and nothing is reserved by hand', () => {
  expect(nextCustodies('RESERVED')).toEqual([])
  expect(nextCustodies('DISPOSED')).toEqual([])
  expect(nextCustodies('DEPLETED')).toEqual(['AVAILABLE', 'DISPOSED'])
})

test('a sentence calls a custody what the list of its samples is called', () => {
  const lists: Partial<Record<string, string>> = custodyLists
  const named = Custody.options.flatMap((custody) => {
    const list = lists[custody]
    return list ? [[custodyNames[custody], list.toLowerCase()]] : []
  })
  expect(named).toHaveLength(4)
  for (const [name, list] of named) expect(name).toBe(list)
})

test('a returned tube that is in no cell for more than 15 minutes waits too long', () => {
  const returnedAt = '2026-11-20T09:40:00.000Z'
  expect(isPutAwayLate(returnedAt, Date.parse('2026-11-20T09:55:00.000Z'))).toBe(false)
  expect(isPutAwayLate(returnedAt, Date.parse('2026-11-20T09:55:00.001Z'))).toBe(true)
})
