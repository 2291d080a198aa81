/** Reads a chosen file. Throws if that fails, such as when the network drive with the file cannot be reached. */
export async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer>> {
  const content = await file.arrayBuffer().catch(() => undefined)
  if (!content) throw new Error(`${file.name} could not be read. Please choose it again.`)
  return new Uint8Array(content)
}
