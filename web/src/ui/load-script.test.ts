import { expect, onTestFinished, test } from 'vitest'
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
