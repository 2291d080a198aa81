import { Writable } from 'node:stream'
import { beforeEach } from 'vitest'

/** Returns a logger for `startServer` and what it has logged since the test began. */
export function logLines() {
  let lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()))
      done()
    },
  })
  beforeEach(() => {
    lines = []
  })
  return {
    logger: { level: 'info', stream },
    all: () => lines,
    refusals: () => lines.filter(({ refused }) => refused !== undefined),
  }
}
