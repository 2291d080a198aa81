import { expect, onTestFinished, test, vi } from 'vitest'
import { loadScript, ScriptUnavailable } from './load-script.ts'

const address = '/assets/detail-table-3f.css'
const links = () => [...document.querySelectorAll<HTMLLinkElement>(`link[href="${address}"]`)]
const settle = (event: 'load' | 'error') => links()[0]?.dispatchEvent(new Event(event))

/** As the build does before it loads a part of the program. */
function addStyles() {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.setAttribute('href', address)
  document.head.append(link)
  onTestFinished(() => {
    for (const one of links()) one.remove()
  })
  return link
}

test('a style sheet that did not come is requested again with the next part, which waits for it', async () => {
  const missing = addStyles()
  settle('error')
  const second = loadScript(async () => 'part')
  expect(links()).toHaveLength(1)
  expect(links()[0]).not.toBe(missing)
  settle('error')
  await expect(second).rejects.toBeInstanceOf(ScriptUnavailable)

  const third = loadScript(async () => 'part')
  settle('load')
  await expect(third).resolves.toBe('part')
  const [loaded] = links()
  await expect(loadScript(async () => 'other part')).resolves.toBe('other part')
  expect(links()).toEqual([loaded])
})

test('every part waits for a style sheet that is requested again, not only the first', async () => {
  addStyles()
  settle('error')
  const first = loadScript(async () => 'first')
  let isShown = false
  const second = loadScript(async () => 'second').then((part) => {
    isShown = true
    return part
  })
  expect(links()).toHaveLength(1)
  // A part without a missing style sheet would be there after some turns of the event loop.
  await new Promise<void>((resolve) => setTimeout(resolve))
  expect(isShown).toBe(false)
  settle('load')
  await expect(Promise.all([first, second])).resolves.toEqual(['first', 'second'])
})

test('a style sheet that does not come within 15 seconds is requested once more with the next part', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  addStyles()
  settle('error')
  const silent = loadScript(async () => 'part').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await silent).toBeInstanceOf(ScriptUnavailable)

  const [former] = links()
  const next = loadScript(async () => 'part')
  expect(links()).toHaveLength(1)
  expect(links()[0]).not.toBe(former)
  settle('load')
  await expect(next).resolves.toBe('part')
})
