import type { Endpoint, ReplyOf, RequestOf } from '@lims/contract/endpoint.ts'
import { ErrorReply } from '@lims/contract/errors.ts'
import { z } from 'zod'
import { type CallOptions, fetchReply } from './call.ts'
import { refusal } from './call-error.ts'
import type { Sender } from './stored-token.ts'

const FailureLine = z.object({ error: ErrorReply })

/**
 * Makes a call whose reply arrives as lines of JSON while the server works. Throws a `CallError` as `call` does,
 * also if a line reports a failure.
 */
export function callByLines<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  onLine: (line: ReplyOf<E>) => void,
  options: CallOptions & Sender,
): Promise<void> {
  return fetchReply(endpoint, request, options, async (response, restartTimeout) => {
    for await (const text of linesOf(response, restartTimeout)) {
      const line: unknown = JSON.parse(text)
      const { data } = FailureLine.safeParse(line)
      if (data) throw refusal(response.status, data.error)
      onLine(endpoint.reply.parse(line) as ReplyOf<E>)
    }
  })
}

async function* linesOf(response: Response, restartTimeout: () => void): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    restartTimeout()
    const lines = (rest + next.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
