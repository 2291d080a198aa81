import { Worker } from 'node:worker_threads'
import { limits } from '../limits.ts'

const beatEveryMs = 500

type Watched = { beats: Int32Array; stuckAfterSeconds: number }

/**
 * Starts a thread that ends the process with SIGKILL when its event loop is blocked for `stuckAfterSeconds`, after
 * writing the blocking functions to stderr. A service manager can then restart the server. Time in which the whole
 * process is suspended (a sleeping computer) does not count.
 */
export function startWatchdog({ stuckAfterSeconds = limits.stuckMs / 1000 } = {}): void {
  // A breakpoint blocks the event loop too.
  if (process.execArgv.some((argument) => argument.startsWith('--inspect'))) return
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), beatEveryMs).unref()
  const workerData: Watched = { beats, stuckAfterSeconds }
  // From a TypeScript file the thread would load a compiler of its own, 18 MB.
  const script = `(${watch.toString()})(require('node:worker_threads').workerData)`
  new Worker(script, { eval: true, execArgv: [], workerData, name: 'watchdog' }).unref()
}

/** The code of the thread. It is passed as text, and so can use nothing from outside itself. */
function watch({ beats, stuckAfterSeconds }: Watched): void {
  const { writeSync } = process.getBuiltinModule('node:fs')
  const { Session } = process.getBuiltinModule('node:inspector/promises')
  const checkEveryMs = 1000
  const findTimeoutMs = 2000
  const stderr = 2
  let lastBeat = 0
  let secondsWithoutBeat = 0

  setInterval(async () => {
    const beat = Atomics.load(beats, 0)
    secondsWithoutBeat = beat === lastBeat ? secondsWithoutBeat + checkEveryMs / 1000 : 0
    lastBeat = beat
    if (secondsWithoutBeat !== stuckAfterSeconds) return
    const where = await Promise.race([findWhere(), after(findTimeoutMs)])
    writeSync(stderr, `The server has been stuck for ${stuckAfterSeconds} s and is ended: ${where}\n`)
    process.kill(process.pid, 'SIGKILL')
  }, checkEveryMs)

  /** Returns the call stack of the main thread, innermost function first. */
  async function findWhere(): Promise<string> {
    const session = new Session()
    session.connectToMainThread()
    const paused = new Promise<string>((found) => {
      session.once('Debugger.paused', ({ params }) => {
        const frames = params.callFrames.slice(0, 8)
        found(
          frames
            .map(({ functionName, url }) => `${functionName || 'anonymous'} in ${fileOf(url)}`)
            .join(', '),
        )
      })
    })
    await session.post('Debugger.enable')
    await session.post('Debugger.pause')
    return paused
  }

  function fileOf(url: string): string {
    return url.split('/').slice(-2).join('/')
  }

  function after(ms: number): Promise<string> {
    return new Promise((over) => setTimeout(() => over('it is not in JavaScript'), ms))
  }
}
