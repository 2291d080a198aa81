const checks = new Set<() => boolean>()

window.addEventListener('beforeunload', (event) => {
  if ([...checks].some((hasUnsent) => hasUnsent())) event.preventDefault()
})

/** Has the browser ask before it closes this tab while `hasUnsent` says yes. Returns how to stop. */
export function warnBeforeClosing(hasUnsent: () => boolean): () => void {
  checks.add(hasUnsent)
  return () => void checks.delete(hasUnsent)
}
