import { everythingChanged, LiveChange, liveApi, liveHeartbeatMs } from '@lims/contract/live.ts'
import { createParser } from 'eventsource-parser'
import { baseAddress } from '../../api/call.ts'
import { endsSession, readRefusal } from '../../api/call-error.ts'
import { clearToken, storedToken } from '../../api/stored-token.ts'
import type { LiveHandlers } from './live-connection.ts'

/** Two heartbeats may be late; after the third the stream counts as dead. */
const silenceTimeoutMs = 3 * liveHeartbeatMs

/** Reads the server's changes until it ends the stream. Throws when the stream breaks, falls silent or is refused. */
export async function readLiveStream({ onOpen, onChange }: LiveHandlers, signal: AbortSignal): Promise<void> {
  const token = storedToken()
  const silence = new AbortController()
  const unlessSilent = <T>(part: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => silence.abort(), silenceTimeoutMs)
    return part.finally(() => clearTimeout(timer))
  }
  const response = await unlessSilent(
    fetch(baseAddress + liveApi.changes.path, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    }),
  )
  if (!response.ok || !response.body) {
    const failure = await unlessSilent(readRefusal(response))
    if (endsSession(failure) && token === storedToken()) clearToken()
    throw failure
  }
  onOpen()

  const parser = createParser({ onEvent: ({ data }) => onChange(parseChange(data)) })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { value, done } = await unlessSilent(reader.read())
    if (done) return
    parser.feed(value)
  }
}

/** A newer server may describe its changes in a way that is unknown here: then anything may have changed. */
const parseChange = (data: string): LiveChange =>
  LiveChange.strict().safeParse(JSON.parse(data)).data ?? everythingChanged
