import { liveApi } from '@lims/contract/live.ts'
import { vi } from 'vitest'

type Stream = { token: string | null; say: (text: string) => void; end: () => void }

/** The streams of changes that were opened so far, for a test to write to. msw cannot break off a reply half-way. */
export function serverStreams() {
  const streams: Stream[] = []
  const answers: ((init: RequestInit) => Response | Promise<Response>)[] = []
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    if (!String(input).endsWith(liveApi.changes.path)) return others(input, init)
    return answers.shift()?.(init) ?? openStream(init)
  })

  function openStream({ headers, signal }: RequestInit) {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const say = (text: string) => controller.enqueue(new TextEncoder().encode(text))
        say('retry: 1000\n: open\n\n')
        signal?.addEventListener('abort', () => controller.error(signal.reason))
        const token = new Headers(headers).get('authorization')
        streams.push({ token, say, end: () => controller.close() })
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  return {
    streams,
    /** Replies with this instead the next time. */
    answerOnce: (answer: (typeof answers)[number]) => void answers.push(answer),
  }
}
