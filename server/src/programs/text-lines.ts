import { StringDecoder } from 'node:string_decoder'

/** The lines of a stream, as they are asked for: what is not asked for yet is not read. */
export async function* textLines(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(Buffer.from(chunk as string))).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
