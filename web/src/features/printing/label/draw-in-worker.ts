import type { DrawReply, DrawRequest } from './zpl-worker.ts'

let worker: Worker | undefined
/** The `reject` functions of the drawings in progress. */
const inProgress = new Set<(failure: Error) => void>()

/** Draws a label in a worker: the renderer is 9 MB of script and blocks its thread while it starts. Returns a PNG in base64. */
export function drawInWorker(request: DrawRequest): Promise<string> {
  worker ??= startWorker()
  const renderer = worker
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    inProgress.add(reject)
    port1.onmessage = ({ data }: MessageEvent<DrawReply>) => {
      port1.close()
      inProgress.delete(reject)
      if ('png' in data) resolve(data.png)
      else reject(new Error(data.error))
    }
    renderer.postMessage(request, [port2])
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./zpl-worker.ts', import.meta.url), { type: 'module' })
  started.onerror = () => {
    started.terminate()
    worker = undefined
    for (const reject of inProgress) reject(new Error('The label renderer could not be loaded'))
    inProgress.clear()
  }
  return started
}
