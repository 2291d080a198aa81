import type { Drawing, DrawOrder } from './zpl-worker.ts'

let worker: Worker | undefined
/** How the drawings under way are told that nothing comes of them. */
const underWay = new Set<(failure: Error) => void>()

/** Draws a label beside the page: the renderer is 9 MB of script and holds a thread while it starts. */
export function drawInWorker(order: DrawOrder): Promise<string> {
  worker ??= startWorker()
  const started = worker
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    underWay.add(reject)
    port1.onmessage = ({ data }: MessageEvent<Drawing>) => {
      port1.close()
      underWay.delete(reject)
      if ('png' in data) resolve(data.png)
      else reject(new Error(data.failure))
    }
    started.postMessage(order, [port2])
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./zpl-worker.ts', import.meta.url), { type: 'module' })
  started.onerror = () => {
    started.terminate()
    worker = undefined
    for (const reject of underWay) reject(new Error('The label renderer could not be loaded'))
    underWay.clear()
  }
  return started
}
