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
  const { unthrottledWait } = await import('./unthrottled-wait.ts')
  const startedAt = performance.now()
  await unthrottledWait(40)
  return performance.now() - startedAt
}

test('resolves when the worker reports that the time is over', async () => {
  const postMessage = (ms: number, [port]: MessagePort[]) => setTimeout(() => port?.postMessage('over'), ms)
  expect(await msWaited({ postMessage })).toBeGreaterThanOrEqual(39)
})

test('a worker whose script never loads does not block a run', async () => {
  expect(await msWaited({ postMessage: () => {} })).toBeGreaterThanOrEqual(139)
})
