import { everythingChanged, LiveChange, liveApi, liveHeartbeatMs } from '@lims/contract/live.ts'
import { createParser } from 'eventsource-parser'
import { baseAddress } from '../../api/call.ts'
import { refusal } from '../../api/call-error.ts'
import { clearToken, storedToken } from '../../api/stored-token.ts'
import type { LiveTold } from './live-connection.ts'

/** Two beats may be late; after the third the stream is dead. */
const silentMs = 3 * liveHeartbeatMs

/** Reads the server's changes until it ends the stream; fails when the stream breaks, falls silent or is refused. */
export async function readLiveStream({ onOpen, onChange }: LiveTold, signal: AbortSignal) {
  const token = storedToken()
  const silence = new AbortController()
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
  const reply = await fetch(baseAddress + liveApi.changes.path, {
    headers,
    cache: 'no-store',
    signal: AbortSignal.any([signal, silence.signal]),
  })
  if (reply.status === 401 && token === storedToken()) clearToken()
  if (!reply.ok || !reply.body) throw refusal(reply.status, undefined)
  onOpen()

  const parser = createParser({ onEvent: ({ data }) => onChange(changeOf(data)) })
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const timer = setTimeout(() => silence.abort(), silentMs)
    const { value, done } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    parser.feed(value)
  }
}

/** A message of a newer server that this client does not know may be about anything. */
const changeOf = (data: string): LiveChange =>
  LiveChange.safeParse(JSON.parse(data)).data ?? everythingChanged
