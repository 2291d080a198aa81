/** The largest list that can be resolved, 20,000 codes of 200 characters, has 4 MB. */
export const maxCodeFileBytes = 5 * 1024 * 1024

/** Reads a text file as UTF-8, or as UTF-16 if it begins with that byte order mark, as 'Unicode text' of Excel does. */
export async function readCodeFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}
