import { Readable } from 'node:stream'
import { anyChange, bothChanges, type LiveChange } from '@lims/contract/live.ts'
import { DomainError } from '../errors/domain-error.ts'

const maxStreams = 1000
const maxStreamsPerPerson = 30
/** Whoever takes its events this slowly is cut off; it asks for everything anew when it comes back. */
const maxUnreadBytes = 64 * 1024
/** Changes of one moment are told together. */
const gatherMs = 20
const reconnectAfterMs = 1000

type Stream = { personId: string; sessionId: string; events: Readable }

/** The open streams of this server, and what is still to be told to them. */
export class LiveStreams {
  readonly #streams = new Set<Stream>()
  #untold: LiveChange | undefined
  #gathering: NodeJS.Timeout | undefined

  open({ personId, sessionId }: Omit<Stream, 'events'>): Readable {
    const own = [...this.#streams].filter((stream) => stream.personId === personId)
    if (this.#streams.size >= maxStreams || own.length >= maxStreamsPerPerson) {
      throw new DomainError('too-many-requests', 'Too many pages are open at once. Please close some.')
    }
    const events = new Readable({ read() {} })
    const stream = { personId, sessionId, events }
    this.#streams.add(stream)
    events.on('close', () => this.#streams.delete(stream))
    events.push(`retry: ${reconnectAfterMs}\n: open\n\n`)
    return events
  }

  tell(change: LiveChange): void {
    if (this.#streams.size === 0) return
    this.#untold = bothChanges(this.#untold ?? {}, change)
    this.#gathering ??= setTimeout(() => this.#tellNow(), gatherMs)
  }

  tellAnything(): void {
    this.tell(anyChange)
  }

  beat(): void {
    this.#push(': beat\n\n')
  }

  sessionIds(): string[] {
    return [...new Set([...this.#streams].map(({ sessionId }) => sessionId))]
  }

  endSessions(isOver: (sessionId: string) => boolean): void {
    for (const stream of this.#streams) {
      if (!isOver(stream.sessionId)) continue
      this.#streams.delete(stream)
      stream.events.push(null)
    }
  }

  close(): void {
    clearTimeout(this.#gathering)
    this.endSessions(() => true)
  }

  #tellNow() {
    this.#gathering = undefined
    if (this.#untold) this.#push(`data: ${JSON.stringify(this.#untold)}\n\n`)
    this.#untold = undefined
  }

  #push(text: string) {
    for (const { events } of this.#streams) {
      if (events.readableLength > maxUnreadBytes) events.destroy()
      else events.push(text)
    }
  }
}
