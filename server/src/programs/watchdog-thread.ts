import { writeSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { workerData } from 'node:worker_threads'

const checkEveryMs = 1000
const lookTimeoutMs = 2000
const stderr = 2

const { beats, stuckAfterSeconds } = workerData as { beats: Int32Array; stuckAfterSeconds: number }
let lastBeat = 0
let secondsWithoutBeat = 0

setInterval(async () => {
  const beat = Atomics.load(beats, 0)
  secondsWithoutBeat = beat === lastBeat ? secondsWithoutBeat + checkEveryMs / 1000 : 0
  lastBeat = beat
  if (secondsWithoutBeat !== stuckAfterSeconds) return
  const where = await Promise.race([findWhere(), after(lookTimeoutMs)])
  const line = `The server has been stuck for ${stuckAfterSeconds} s and is ended: ${where}\n`
  writeSync(stderr, line)
  process.kill(process.pid, 'SIGKILL')
}, checkEveryMs)

/** The functions that the main thread is in, innermost first. */
async function findWhere(): Promise<string> {
  const session = new Session()
  session.connectToMainThread()
  const paused = new Promise<string>((found) => {
    session.once('Debugger.paused', ({ params }) => {
      const frames = params.callFrames.slice(0, 8)
      found(
        frames.map(({ functionName, url }) => `${functionName || 'anonymous'} in ${fileOf(url)}`).join(', '),
      )
    })
  })
  await session.post('Debugger.enable')
  await session.post('Debugger.pause')
  return paused
}

const fileOf = (url: string) => url.split('/').slice(-2).join('/')

const after = (ms: number) =>
  new Promise<string>((over) => setTimeout(() => over('it is not in JavaScript'), ms))
