import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawInWorker } from './draw-in-worker.ts'

const request = { zpl: '^XA^XZ', stock: { widthMm: 33, heightMm: 13, dpi: 300 } }
const started: SilentWorker[] = []

/** Replies only when the test does so. */
class SilentWorker extends EventTarget {
  onerror: (() => void) | null = null
  readonly ports: MessagePort[] = []
  constructor() {
    super()
    this.addEventListener('error', () => this.onerror?.())
    started.push(this)
  }
  postMessage(_request: unknown, [port]: MessagePort[]) {
    if (port) this.ports.push(port)
  }
  terminate() {}
}

beforeEach(() => {
  started.length = 0
  vi.stubGlobal('Worker', SilentWorker)
})
afterEach(() => void vi.unstubAllGlobals())

test('a renderer that cannot be loaded fails every drawing in progress, and the next drawing loads it again', async () => {
  const failures = [drawInWorker(request), drawInWorker(request)].map((drawing) =>
    drawing.catch(({ message }: Error) => message),
  )
  started[0]?.dispatchEvent(new Event('error'))
  const timeout = new Promise((resolve) => setTimeout(resolve, 500, 'no reply'))
  const text = 'The label renderer could not be loaded'
  expect(await Promise.all(failures.map((failure) => Promise.race([failure, timeout])))).toEqual([text, text])

  const drawn = drawInWorker(request)
  started[1]?.ports[0]?.postMessage({ png: 'cGljdHVyZQ==' })
  expect(await drawn).toBe('cGljdHVyZQ==')
})
