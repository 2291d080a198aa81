import { minuteMs } from '@lims/contract/durations.ts'
import type { ReceivedFile } from './call-for-file.ts'

/** Saves a file as a browser download. */
export function saveFile({ name, content }: ReceivedFile): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers start to read the address only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), minuteMs)
}
