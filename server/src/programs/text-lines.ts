import { StringDecoder } from 'node:string_decoder'

/**
 * Yields the lines of a stream, which end with LF and nothing else: JSON may hold U+2028, where node:readline splits.
 * What follows the last LF is no whole line and is left out. Reads no further than its caller does.
 */
export async function* textLines(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  // Pieces are joined once, or a line over many chunks would take time in the square of its length.
  let begun: string[] = []
  for await (const chunk of stream) {
    const lines = decoder.write(Buffer.from(chunk as string)).split('\n')
    const rest = lines.pop() ?? ''
    const [first] = lines
    if (first !== undefined) {
      lines[0] = begun.join('') + first
      begun = []
    }
    begun.push(rest)
    yield* lines
  }
}
