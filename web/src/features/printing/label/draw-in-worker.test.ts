import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawInWorker } from './draw-in-worker.ts'

const order = { zpl: '^XA^XZ', stock: { widthMm: 33, heightMm: 13, dpi: 300 } }
const started: SilentWorker[] = []

/** Answers when the test says so, or never. */
class SilentWorker extends EventTarget {
  onerror: (() => void) | null = null
  readonly ports: MessagePort[] = []
  constructor() {
    super()
    this.addEventListener('error', () => this.onerror?.())
    started.push(this)
  }
  postMessage(_order: unknown, [port]: MessagePort[]) {
    if (port) this.ports.push(port)
  }
  terminate() {}
}

beforeEach(() => {
  started.length = 0
  vi.stubGlobal('Worker', SilentWorker)
})
afterEach(() => void vi.unstubAllGlobals())

test('a renderer that cannot be loaded fails every drawing under way, and the next one tries anew', async () => {
  const failures = [drawInWorker(order), drawInWorker(order)].map((drawing) =>
    drawing.catch(({ message }: Error) => message),
  )
  started[0]?.dispatchEvent(new Event('error'))
  const silence = new Promise((resolve) => setTimeout(resolve, 500, 'no word'))
  const text = 'The label renderer could not be loaded'
  expect(await Promise.all(failures.map((failure) => Promise.race([failure, silence])))).toEqual([text, text])

  const drawn = drawInWorker(order)
  started[1]?.ports[0]?.postMessage({ png: 'cGljdHVyZQ==' })
  expect(await drawn).toBe('cGljdHVyZQ==')
})
