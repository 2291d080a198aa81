import { expect, onTestFinished, test, vi } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { PlacingError, placeCreatedSample, placeCreatedStorage } from './place-created.ts'

const refused = (code: 'storage-not-found' | 'cell-taken', message: string) =>
  new CallError(message, { code, status: 409, serverMessage: message })
const notFound = refused('storage-not-found', 'Storage not found')

function recordWaits() {
  const waits: number[] = []
  return { waits, wait: async (ms: number) => void waits.push(ms) }
}

test('a storage that is found at once is placed without a delay', async () => {
  const { waits, wait } = recordWaits()
  await placeCreatedStorage('Box 7', async () => {}, wait)
  expect(waits).toEqual([])
})

test('ERR-62 tries again to place a created storage after 1, 2 and 3 seconds', async () => {
  const { waits, wait } = recordWaits()
  const associate = vi.fn().mockRejectedValue(notFound)
  await expect(placeCreatedStorage('Box 7', associate, wait)).rejects.toThrow(PlacingError)
  expect(waits).toEqual([1000, 2000, 3000])
  expect(associate).toHaveBeenCalledTimes(4)
})

test('ERR-62 waits for seconds, not for milliseconds', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const associate = vi.fn().mockRejectedValue(notFound)
  const placing = placeCreatedStorage('Box 7', associate).catch(() => 'refused')
  const tries: number[] = []
  for (const ms of [999, 1, 1999, 1, 2999, 1]) {
    await vi.advanceTimersByTimeAsync(ms)
    tries.push(associate.mock.calls.length)
  }
  expect(tries).toEqual([1, 2, 2, 3, 3, 4])
  expect(await placing).toBe('refused')
})

test('ERR-62 stops trying once the storage is found', async () => {
  const { waits, wait } = recordWaits()
  const associate = vi.fn().mockRejectedValueOnce(notFound).mockRejectedValueOnce(notFound)
  await placeCreatedStorage('Box 7', associate.mockResolvedValue({}), wait)
  expect(waits).toEqual([1000, 2000])
})

test('ERR-63 a storage that is not found after all tries must be placed manually', async () => {
  const { wait } = recordWaits()
  await expect(placeCreatedStorage('Box 7', () => Promise.reject(notFound), wait)).rejects.toThrow(
    "Box 7 created but couldn't be automatically placed. Check orphan storages and associate manually.",
  )
})

test('ERR-64 any other refusal is shown at once, with its reason', async () => {
  const { waits, wait } = recordWaits()
  const taken = () => Promise.reject(refused('cell-taken', 'A1 of Rack A holds Box 1.'))
  await expect(placeCreatedStorage('Box 7', taken, wait)).rejects.toThrow(
    'Box 7 created but association failed: A1 of Rack A holds Box 1.',
  )
  expect(waits).toEqual([])
})

test.each([
  [refused('cell-taken', 'A1 of Box 3 holds NB-1.'), 'A1 of Box 3 holds NB-1.'],
  [notFound, 'Storage not found.'],
])(
  'ERR-66 the error about a sample that cannot be placed gives the reason and states that the sample was created: %s',
  async (failure, reason) => {
    await expect(placeCreatedSample('NB-9', () => Promise.reject(failure))).rejects.toThrow(
      `Failed to associate sample: ${reason} NB-9 was created and is not in storage.`,
    )
  },
)

test('ERR-58 without a reason the error about a sample that cannot be placed gives none', async () => {
  const failure = new CallError('HTTP error! status: 503', { code: undefined, status: 503 })
  await expect(placeCreatedSample('NB-9', () => Promise.reject(failure))).rejects.toThrow(
    /^Failed to associate sample to position\. NB-9 was created and is not in storage\.$/,
  )
})

test('a sample whose placing was not answered is not said to be out of storage', async () => {
  const lost = () =>
    Promise.reject(new CallError('No answer.', { code: 'no-answer', isOutcomeUnknown: true }))
  await expect(placeCreatedSample('NB-9', lost)).rejects.toThrow(
    /^Failed to associate sample: No answer\. NB-9 was created\.$/,
  )
})
