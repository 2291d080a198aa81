import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { limitUnread } from './limit-unread.ts'

test('of files that are not read the oldest are broken off; those that were read or given up do not count', async () => {
  const keep = limitUnread(10)
  const [read, givenUp, first, second, third, large] = Array.from({ length: 6 }, () => {
    const file = new PassThrough()
    file.on('error', () => {})
    return file
  }) as [PassThrough, PassThrough, PassThrough, PassThrough, PassThrough, PassThrough]
  const brokenOff = () => [first, second, third, large].map(({ errored }) => errored !== null)
  keep(read, 5)
  read.end().resume()
  await once(read, 'close')
  await once(givenUp.destroy(), 'close')
  keep(first, 5)
  keep(givenUp, 5)
  keep(second, 5)
  expect(brokenOff()).toEqual([false, false, false, false])
  keep(third, 1)
  expect(brokenOff()).toEqual([true, false, false, false])
  keep(large, 11)
  expect(brokenOff()).toEqual([true, true, true, false])
})
