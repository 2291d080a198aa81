import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { errorCode } from '../errors/error-code.ts'
import { errorMessage } from '../errors/error-message.ts'
import { StartError } from '../errors/start-error.ts'
import { limits } from '../limits.ts'
import { textLines } from '../programs/text-lines.ts'
import { maxReplyBytes } from './time-stamp.ts'

/** One line of the anchor file: the newest seal at a time, or a time stamp of it. */
const AnchorLine = z.object({
  seal: z.number().int(),
  hash: z.string(),
  at: z.string(),
  /** The reply of a time-stamp authority (RFC 3161), in base64. */
  timeStamp: z.string().optional(),
})
export type AnchorLine = z.infer<typeof AnchorLine>

/** The end of the file in which the last line is looked for: longer than the largest time stamp in base64. */
const tailBytes = 2 * maxReplyBytes
const isMissing = (error: unknown) => errorCode(error) === 'ENOENT'

type Timeouts = { workMs: number; readMs: number }
type Call = { startedAt: number; settled: Promise<unknown> }

/**
 * The anchor file, which may be on a machine that is down. A call to it then never returns and keeps one of the few
 * threads that Node.js has for files, compression and names, so there is one call at a time.
 */
export class AnchorFile {
  readonly #path: string
  readonly #timeouts: Timeouts
  #pending: Call | undefined

  constructor(
    path: string,
    timeouts: Timeouts = { workMs: limits.anchorFileMs, readMs: limits.readAnchorMs },
  ) {
    this.#path = path
    this.#timeouts = timeouts
  }

  /** True while a call has not returned. Node.js waits for it, so the process cannot exit by itself. */
  get isPending(): boolean {
    return this.#pending !== undefined
  }

  /** Runs `work` after the calls before it. Throws if one of them, or `work`, takes too long. */
  use<T>(work: (path: string) => Promise<T>): Promise<T> {
    return this.#run(work, this.#timeouts.workMs)
  }

  /** Returns the last anchor, for a person who waits. Throws if the file cannot be read or does not reply. */
  readLast(): Promise<AnchorLine | undefined> {
    return this.#run(readLastAnchor, this.#timeouts.readMs)
  }

  async #run<T>(work: (path: string) => Promise<T>, timeoutMs: number): Promise<T> {
    while (this.#pending) await inTime(this.#pending, this.#pending.settled, timeoutMs)
    const result = work(this.#path).finally(() => {
      this.#pending = undefined
    })
    const call = { startedAt: performance.now(), settled: result.catch(() => {}) }
    this.#pending = call
    return inTime(call, result, timeoutMs)
  }
}

class NoReply extends Error {}

/** Waits for a call until it has taken `timeoutMs`; throws then. */
async function inTime<T>(
  { startedAt }: Pick<Call, 'startedAt'>,
  result: Promise<T>,
  timeoutMs: number,
): Promise<T> {
  const over = new AbortController()
  const leftMs = Math.max(0, startedAt + timeoutMs - performance.now())
  const tooLate = wait(leftMs, undefined, { ref: false, signal: over.signal }).then(() => {
    throw new NoReply(`it has not replied for ${timeoutMs / 1000} s or longer`)
  })
  return Promise.race([result, tooLate]).finally(() => over.abort())
}

/** Appends a line and waits until it is on the disk. A line that an earlier write left incomplete is closed first. */
export async function appendAnchor(file: string, line: AnchorLine): Promise<void> {
  const handle = await open(file, 'a+', 0o640)
  try {
    const { size } = await handle.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await handle.read(last, 0, 1, size - 1)
    const isComplete = size === 0 || last.toString() === '\n'
    await handle.appendFile(`${isComplete ? '' : '\n'}${JSON.stringify(line)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The anchor file does not reply. Node.js waits for the call to it, so the process cannot exit by itself. */
export class AnchorFileSilent extends StartError {}

/**
 * Yields the lines of an anchor file; skips lines that are not anchors, such as half a line after a crash. Throws a
 * StartError if the file cannot be read, `AnchorFileSilent` if a part of it takes longer than `timeoutMs`.
 */
export async function* readAnchorLines(
  file: string,
  timeoutMs: number = limits.anchorFileMs,
): AsyncGenerator<AnchorLine> {
  try {
    for await (const text of textLines(withFinalNewline(readInTime(file, timeoutMs)))) {
      const line = parsed(text)
      if (line) yield line
    }
  } catch (error) {
    const message = `Nothing verified: AUDIT_ANCHOR_FILE cannot be read: ${errorMessage(error)}.`
    throw error instanceof NoReply ? new AnchorFileSilent(message) : new StartError(message)
  }
}

async function* readInTime(file: string, timeoutMs: number): AsyncGenerator<Buffer> {
  const stream = createReadStream(file)
  const parts: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value, done } = await inTime({ startedAt: performance.now() }, parts.next(), timeoutMs)
      if (done) return
      yield value
    }
  } finally {
    stream.destroy()
  }
}

/** A last line whose newline an editor took away is an anchor too. */
async function* withFinalNewline(stream: AsyncIterable<Buffer | string>) {
  yield* stream
  yield '\n'
}

/** Returns the last such anchor near the end of a file; undefined if there is none, or no file. */
export async function readLastAnchor(
  file: string,
  isSought: (line: AnchorLine) => boolean = () => true,
): Promise<AnchorLine | undefined> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!handle) return undefined
  try {
    const { size } = await handle.stat()
    const buffer = Buffer.alloc(Math.min(size, tailBytes))
    await handle.read(buffer, 0, buffer.length, size - buffer.length)
    return buffer
      .toString()
      .split('\n')
      .reverse()
      .map(parsed)
      .find((line) => line !== undefined && isSought(line))
  } finally {
    await handle.close()
  }
}

function parsed(text: string): AnchorLine | undefined {
  try {
    return AnchorLine.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
