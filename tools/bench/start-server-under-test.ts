import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ownProcess } from '../../server/src/programs/own-process.ts'
import { root } from '../project.ts'
import type { BenchReply, BenchRequest } from './bench-messages.ts'
import type { Server } from './http-caller.ts'

type ReplyTo<D extends BenchReply['to']> = Extract<BenchReply, { to: D }>

export type ServerUnderTest = {
  server: Server
  minimalPort: number
  /** Token of another person: one person has at most 30 live streams. */
  secondToken: string
  version: string
  readyMs: number
  pid: number
  request: <D extends BenchRequest['do']>(message: Extract<BenchRequest, { do: D }>) => Promise<ReplyTo<D>>
  stop: () => Promise<void>
}

/** An earlier commit has it as `subject.ts`. */
const programIn = (checkout: string) =>
  existsSync(path.join(checkout, 'tools/bench/subject.ts')) ? 'subject.ts' : 'server-under-test.ts'

/**
 * The server on a port of its own, in a process that holds the database and can also use it without the server.
 * Its folder goes when it stops. `checkout` holds the files of another commit.
 */
export async function startServerUnderTest(
  settings: Record<string, string>,
  folder?: string,
  checkout = root,
): Promise<ServerUnderTest> {
  const child = fork(path.join(checkout, 'tools/bench', programIn(checkout)), {
    env: { ...process.env, ...settings },
    // As `npm start`.
    execArgv: [
      '--max-old-space-size=768',
      '--max-semi-space-size=8',
      '--disable-warning=ExperimentalWarning',
    ],
    serialization: 'advanced',
  })
  const stop = ownProcess(child, 'SIGTERM', folder)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The server under test ended')))
  ended.catch(() => {})
  const next = async () => ((await Promise.race([once(child, 'message'), ended])) as [BenchReply])[0]

  const { to: _start, ...started } = (await next()) as ReplyTo<'start'>
  return {
    ...started,
    pid: child.pid ?? 0,
    request: async (message) => {
      child.send(message)
      return (await next()) as ReplyTo<typeof message.do>
    },
    stop,
  }
}
