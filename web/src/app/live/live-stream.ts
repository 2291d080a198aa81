import { everythingChanged, LiveChange, liveApi, liveHeartbeatMs } from '@lims/contract/live.ts'
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

  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  for (;;) {
    const timer = setTimeout(() => silence.abort(), silentMs)
    const { value, done } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    const events = (unread + value).split('\n\n')
    unread = events.pop() ?? ''
    for (const event of events) {
      const change = changeOf(event)
      if (change) onChange(change)
    }
  }
}

function changeOf(event: string): LiveChange | undefined {
  const data = event.split('\n').find((line) => line.startsWith('data:'))
  if (data === undefined) return undefined
  // What a newer server tells in words of its own may be about anything.
  return LiveChange.safeParse(JSON.parse(data.slice('data:'.length))).data ?? everythingChanged
}
