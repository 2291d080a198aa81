import { type SpawnOptions, spawn } from 'node:child_process'
import { ownProcess } from '../../server/src/programs/own-process.ts'

type CommandResult = {
  ok: boolean
  /** What it wrote, both streams; empty when it wrote to the terminal itself. */
  output: string
}

/** Runs a command to its end. A command that cannot be started is one that failed. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<CommandResult> {
  const { promise, resolve } = Promise.withResolvers<CommandResult>()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  ownProcess(child, 'SIGTERM')
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  child.on('error', (error) => resolve({ ok: false, output: error.message }))
  child.on('close', (code) => resolve({ ok: code === 0, output }))
  return promise
}
