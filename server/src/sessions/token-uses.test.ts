import { expect, test } from 'vitest'
import { TokenUses } from './token-uses.ts'

test('the first use of a token from each address is new again in the next minute', () => {
  const uses = new TokenUses()
  const isNew = (ip: string, minute = 0, tokenId = 'a') => uses.isNew(tokenId, ip, minute * 60_000)
  expect([isNew('10.0.0.1'), isNew('10.0.0.1'), isNew('10.0.0.2')]).toEqual([true, false, true])
  expect([isNew('10.0.0.1', 0, 'b'), isNew('10.0.0.1', 1)]).toEqual([true, true])
})

test('a token that is used from very many addresses is saved for 20 of them in a minute', () => {
  const uses = new TokenUses()
  const areNew = Array.from({ length: 30 }, (_, index) => uses.isNew('a', `10.0.0.${index}`, 0))
  expect(areNew.filter(Boolean)).toHaveLength(20)
  expect(uses.isNew('b', '10.0.0.29', 0)).toBe(true)
})

test('a use that could not be saved is saved by the next one', () => {
  const uses = new TokenUses()
  expect(uses.isNew('a', '10.0.0.1', 0)).toBe(true)
  uses.forget('a', '10.0.0.1')
  expect(uses.isNew('a', '10.0.0.1', 0)).toBe(true)
})
