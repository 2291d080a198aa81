import { maxPageSize } from '@lims/contract/paging.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { expect, test } from 'vitest'
import { aSample } from '../../../test/records.ts'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { fetchAllSorted } from './sample-api.ts'

const idOf = (number: number) => `7f9c24e8-3b1a-4d0e-9c55-${`${number}`.padStart(12, '0')}`
const inOrder = Array.from({ length: maxPageSize + 1 }, (_, index) => ({
  ...aSample({ id: idOf(index) }),
  place: null,
}))

/** Others move the last sample to the first place after the first page was read, this many times. */
function serverMovesLast(times: number) {
  signIn()
  let samples = inOrder
  let numMoved = 0
  return serverAnswers(samplesApi.search, ({ query }) => {
    const from = Number(query.pageNumber) * maxPageSize
    const page = samples.slice(from, from + maxPageSize)
    if (from === 0 && numMoved < times) {
      samples = [...samples.slice(-1), ...samples.slice(0, -1)]
      numMoved++
    }
    return { samples: page, totalSamples: samples.length, totalIsExact: true }
  })
}
const fetchIds = async () =>
  (await fetchAllSorted({}, 'status', 5000)).flatMap(({ samples }) => samples.map(({ id }) => id))

test('a sample that others have moved to a page which was read before is fetched', async () => {
  const requests = serverMovesLast(1)
  expect((await fetchIds()).toSorted()).toEqual(inOrder.map(({ id }) => id))
  expect(requests).toHaveLength(4)
})

test('what others move again and again is read five times at most', async () => {
  const requests = serverMovesLast(100)
  await fetchIds()
  expect(requests).toHaveLength(10)
})
