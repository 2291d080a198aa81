/** A file name with a colon is refused by Windows, so the time's are dashes. */
export const labelFileName = (sampleId: string, at: Date): string =>
  `${sampleId}-${at.toISOString().replaceAll(':', '-')}.zpl`

/** Hands a text to the browser as a download. */
export function saveAsFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
