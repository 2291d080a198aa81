import { Readable } from 'node:stream'
import { type LiveChange, mergeChanges } from '@lims/contract/live.ts'
import { DomainError } from '../errors/domain-error.ts'

export const maxStreams = 1000
export const maxStreamsPerPerson = 30
/** A client that reads its events too slowly is disconnected, and fetches everything again after it reconnects. */
const maxUnreadBytes = 64 * 1024
/** Changes within this time are sent as one event. */
const batchMs = 20
const reconnectAfterMs = 1000

/** `signInId` is the id of the session or of the API token that opened the stream. */
type Stream = { personId: string; signInId: string; expiresAt: Date; events: Readable }

/** The open event streams of this server, and the change that is waiting to be sent to them. */
export class LiveStreams {
  readonly #streams = new Set<Stream>()
  #pending: LiveChange | undefined
  #timer: NodeJS.Timeout | undefined

  open({ personId, signInId, expiresAt }: Omit<Stream, 'events'>): Readable {
    const own = [...this.#streams].filter((stream) => stream.personId === personId)
    if (this.#streams.size >= maxStreams || own.length >= maxStreamsPerPerson) {
      throw new DomainError('too-many-requests', 'Too many pages are open at once. Please close some.')
    }
    const events = new Readable({ read() {} })
    const stream = { personId, signInId, expiresAt, events }
    this.#streams.add(stream)
    events.on('close', () => this.#streams.delete(stream))
    events.push(`retry: ${reconnectAfterMs}\n: open\n\n`)
    return events
  }

  publish(change: LiveChange): void {
    if (this.#streams.size === 0) return
    this.#pending = mergeChanges(this.#pending ?? {}, change)
    this.#timer ??= setTimeout(() => this.#flush(), batchMs)
  }

  sendHeartbeat(): void {
    this.#push(': beat\n\n')
  }

  signInIds(): string[] {
    return [...new Set([...this.#streams].map(({ signInId }) => signInId))]
  }

  /** Ends the streams of sessions and API tokens that have ended. */
  end(hasEnded: (signIn: Pick<Stream, 'signInId' | 'expiresAt'>) => boolean): void {
    for (const stream of this.#streams) {
      if (!hasEnded(stream)) continue
      this.#streams.delete(stream)
      stream.events.push(null)
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    this.end(() => true)
  }

  #flush() {
    this.#timer = undefined
    if (this.#pending) this.#push(`data: ${JSON.stringify(this.#pending)}\n\n`)
    this.#pending = undefined
  }

  #push(text: string) {
    for (const { events } of this.#streams) {
      if (events.readableLength > maxUnreadBytes) events.destroy()
      else events.push(text)
    }
  }
}
