import type { ReceivedFile } from './call-for-file.ts'

/** Hands a file to the browser as a download. */
export function saveFile({ name, content }: ReceivedFile): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers begin to read only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
