import type { Endpoint, ReplyOf, RequestOf } from '@lims/contract/endpoint.ts'
import { ErrorReply } from '@lims/contract/errors.ts'
import { z } from 'zod'
import { type CallOptions, hear } from './call.ts'
import { CallError } from './call-error.ts'

const Failed = z.object({ error: ErrorReply })

/** Makes a call that is answered line by line while the work goes on. A failure on the way is thrown like any other. */
export function callByLines<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  onLine: (line: ReplyOf<E>) => void,
  options: CallOptions = {},
): Promise<void> {
  return hear(endpoint, request, options, async (answer, isAlive) => {
    for await (const line of linesOf(answer, isAlive)) {
      const given: unknown = JSON.parse(line)
      const { data } = Failed.safeParse(given)
      if (data) {
        const { code, message, field } = data.error
        throw new CallError(message, { code, field, said: message, status: answer.status })
      }
      onLine(endpoint.reply.parse(given) as ReplyOf<E>)
    }
  })
}

async function* linesOf(answer: Response, isAlive: () => void): AsyncGenerator<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    isAlive()
    const lines = (rest + next.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
