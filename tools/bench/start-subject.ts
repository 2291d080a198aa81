import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { ownProcess } from '../../server/src/programs/owned-process.ts'
import { root } from '../project.ts'
import type { Server } from './http-caller.ts'
import type { Answer, Ask } from './subject-messages.ts'

type AnswerTo<D extends Answer['to']> = Extract<Answer, { to: D }>

export type Subject = {
  server: Server
  minimalPort: number
  /** Token of another person: one person has at most 30 live streams. */
  secondToken: string
  version: string
  readyMs: number
  pid: number
  ask: <D extends Ask['do']>(question: Extract<Ask, { do: D }>) => Promise<AnswerTo<D>>
  stop: () => Promise<void>
}

/**
 * The server on a port of its own, in a process that holds the database and can also use it without the server.
 * Its folder goes when it stops. `checkout` holds the files of another commit.
 */
export async function startSubject(
  settings: Record<string, string>,
  folder?: string,
  checkout = root,
): Promise<Subject> {
  const child = fork(path.join(checkout, 'tools/bench/subject.ts'), {
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
  const next = async () => ((await Promise.race([once(child, 'message'), ended])) as [Answer])[0]

  const { to: _start, ...started } = (await next()) as AnswerTo<'start'>
  return {
    ...started,
    pid: child.pid ?? 0,
    ask: async (question) => {
      child.send(question)
      return (await next()) as AnswerTo<typeof question.do>
    },
    stop,
  }
}
