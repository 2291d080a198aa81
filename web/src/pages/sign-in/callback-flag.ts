const key = 'lims.callback'
const begunOnThisPage = new Set<string>()

// A reload aborts the call in progress, which must not look like its end: the code may be redeemed already.
let isLeaving = false
window.addEventListener('beforeunload', () => {
  isLeaving = true
})
window.addEventListener('pageshow', () => {
  isLeaving = false
})

/**
 * Whether the callback with this state may run. A code can be redeemed once only, so React asking twice ('running')
 * and a reload in the middle ('interrupted') must not redeem it again. Another sign-in has another state.
 */
export function beginCallback(state: string): 'begun' | 'running' | 'interrupted' {
  if (begunOnThisPage.has(state)) return 'running'
  begunOnThisPage.add(state)
  if (sessionStorage.getItem(key) === state) return 'interrupted'
  sessionStorage.setItem(key, state)
  return 'begun'
}

/** Runs what follows the callback, unless the page is being left: then the next page has the flag to see. */
export function endCallback(state: string, then: () => void): void {
  begunOnThisPage.delete(state)
  if (isLeaving) return
  sessionStorage.removeItem(key)
  then()
}
