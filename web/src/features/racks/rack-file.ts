/** A rack-reader file as a person gave it. */
export type RackFile = { name: string; text: string }

const largestBytes = 1_000_000

/** Reads a file as text: UTF-8, or UTF-16 where a byte order mark says so, as programs on Windows write it. */
export async function readRackFile(file: File): Promise<RackFile> {
  if (file.size > largestBytes) {
    throw new Error(`${file.name} is larger than 1 MB: no rack reader writes that much.`)
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { name: file.name, text: new TextDecoder(encodingOf(bytes)).decode(bytes) }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
