import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'

/** Ends the process that was started and removes its folder; asking twice does it once. */
export type Stop = () => Promise<void>

const stops = new Set<Stop>()

/** Ties a child process and its folder to this process, however this one ends. */
export function ownProcess(child: ChildProcess, stopSignal: NodeJS.Signals, folder?: string): Stop {
  const removeFolder = () => folder && rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  const atExit = () => {
    child.kill(stopSignal)
    removeFolder()
  }
  const stop = async () => {
    if (!stops.delete(stop)) return
    process.off('exit', atExit)
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit')
      child.kill(stopSignal)
      await gone
    }
    removeFolder()
  }
  stops.add(stop)
  process.on('exit', atExit)
  listenForSignals()
  return stop
}

let listening = false

function listenForSignals() {
  if (listening) return
  listening = true
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, async () => {
      await Promise.all([...stops].map((stop) => stop()))
      process.exit(exitCode)
    })
  }
}
