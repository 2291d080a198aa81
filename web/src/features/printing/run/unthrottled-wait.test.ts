import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.unstubAllGlobals())

async function msWaited(worker: object): Promise<number> {
  vi.stubGlobal(
    'Worker',
    class {
      postMessage = (worker as Worker).postMessage
    },
  )
  vi.resetModules()
  const { steadyWait } = await import('./unthrottled-wait.ts')
  const startedAt = performance.now()
  await steadyWait(40)
  return performance.now() - startedAt
}

test('the worker says when the time is over', async () => {
  const postMessage = (ms: number, [port]: MessagePort[]) => setTimeout(() => port?.postMessage('over'), ms)
  expect(await msWaited({ postMessage })).toBeGreaterThanOrEqual(39)
})

test('a worker whose script never came does not hold a run for ever', async () => {
  expect(await msWaited({ postMessage: () => {} })).toBeGreaterThanOrEqual(139)
})
