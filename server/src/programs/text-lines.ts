import { StringDecoder } from 'node:string_decoder'

/**
 * Yields the lines of a stream. Only LF ends a line: JSON may hold U+2028, where node:readline splits. Text after the
 * last LF is dropped as an incomplete line. Reads no further ahead than one chunk.
 */
export async function* textLines(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  // The pieces of a line are joined once: joining at every chunk would take quadratic time.
  let pieces: string[] = []
  for await (const chunk of stream) {
    const lines = decoder.write(Buffer.from(chunk as string)).split('\n')
    const rest = lines.pop() ?? ''
    const [first] = lines
    if (first !== undefined) {
      lines[0] = pieces.join('') + first
      pieces = []
    }
    pieces.push(rest)
    yield* lines
  }
}
