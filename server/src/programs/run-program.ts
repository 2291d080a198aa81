import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { DomainError } from '../errors/domain-error.ts'
import { inheritCompileCache } from './compile-cache.ts'

type Limits = { memoryMb: number; seconds: number }
type Program = ChildProcessByStdio<Writable, Readable, Readable> & {
  /**
   * Returns the names of the errors that the program has written to stderr, and where they were thrown, for the log.
   */
  lastErrors: () => string
}
const maxErrorBytes = 2000

/**
 * Starts one of our own scripts as a separate process with input on stdin and output on stdout. Large files are read
 * and written there, so that the server stays responsive and a hostile file can exhaust only that process. Its
 * environment holds no secrets, and its time zone is UTC. Throws `too-many-requests` if the process cannot be spawned.
 */
export async function startProgram(script: URL, { memoryMb, seconds }: Limits): Promise<Program> {
  const program = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${memoryMb}`, fileURLToPath(script)],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      // Without it, times without an offset would be on the clocks of the machine.
      env: { TZ: 'UTC', ...inheritCompileCache() },
      cwd: tmpdir(),
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
    },
  )
  // Without free file descriptors it has no pipes, and its error follows.
  await once(program, 'spawn').catch(refuseForNow)
  return Object.assign(program, { lastErrors: keepEnd(program.stderr) })
}

/** Drains a stream, so that its writer never blocks. Returns a function that returns the end of it as text. */
function keepEnd(stream: Readable): () => string {
  let end = Buffer.alloc(0)
  stream.on('data', (part: Buffer) => {
    end = Buffer.from(Buffer.concat([end, part]).subarray(-maxErrorBytes))
  })
  return () => withoutMessages(end.toString())
}

/**
 * An error of Node.js begins with its name, and a frame of its stack ends with a file, line and column. That of the
 * operating system, such as ENOSPC, is among the members that follow.
 */
const errorName = /^(?:Uncaught )?([A-Za-z]{0,40}Error)\b(?: \[([A-Z_0-9]{1,60})\])?/
const frame = /^ {4}at [^()]{0,200}\(?(?:file|node):[^()]{1,500}:\d{1,9}:\d{1,9}\)?(?: \{)?$/
const code = /^ {2}code: '[A-Z_0-9]{1,60}',?$/

/** Returns only these lines of an output, as a message may quote what the program reads: rows of samples, names. */
const withoutMessages = (output: string): string =>
  output
    .split('\n')
    .flatMap((line) => {
      const name = errorName.exec(line)?.slice(1).filter(Boolean).join(' ')
      return name ? [name] : frame.test(line) || code.test(line) ? [line] : []
    })
    .join('\n')

function refuseForNow(): never {
  throw new DomainError(
    'too-many-requests',
    'The server is too busy for this file right now. Please try again in a moment.',
  )
}

/** `killed`: by the system or by us, for memory, time or the end of the server. */
type ProgramEnd = 'done' | 'failed' | 'killed'

/** Resolves when the program has ended: `done` for exit code 0. */
export const endOf = (program: Program): Promise<ProgramEnd> =>
  new Promise((ended) => {
    program.once('error', () => ended('failed'))
    // Node.js aborts itself (SIGABRT) when its heap is full.
    program.once('close', (code, signal) =>
      ended(code === 0 ? 'done' : signal !== null ? 'killed' : 'failed'),
    )
  })

/** Resolves when the program has ended: true for exit code 0. */
export const hasEndedWell = async (program: Program): Promise<boolean> => (await endOf(program)) === 'done'

/**
 * Writes to stdin of a program. Ignores a closed pipe: the program has ended, and its exit code says why. Throws the
 * errors of the content, such as that of a closed connection to the database, also where they look the same.
 */
export async function feedProgram(
  program: Program,
  content: Iterable<Uint8Array> | AsyncIterable<string>,
): Promise<void> {
  let failure: { cause: unknown } | undefined
  async function* parts() {
    // What is thrown at the `yield` is the error of the pipe.
    let isSending = false
    try {
      for await (const part of content) {
        isSending = true
        yield part
        isSending = false
      }
    } catch (cause) {
      if (!isSending) failure = { cause }
      throw cause
    }
  }
  await pipeline(Readable.from(parts()), program.stdin).catch((error: NodeJS.ErrnoException) => {
    if (failure) throw failure.cause
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}
