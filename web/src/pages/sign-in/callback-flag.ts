import { tabStorage } from '../../api/tab-storage.ts'

const key = 'lims.callback'
const startedOnThisPage = new Set<string>()

// A reload aborts the running call. That is no failure of the call: the server may have redeemed the code already.
let isLeaving = false
window.addEventListener('beforeunload', () => {
  isLeaving = true
})
window.addEventListener('pageshow', () => {
  isLeaving = false
})

/**
 * Returns 'begun' if the callback with this state may run. A code can be redeemed once only, so a second effect of
 * React ('running') and a reload during the call ('interrupted') must not redeem it again. Each sign-in has its own
 * state.
 */
export function beginCallback(state: string): 'begun' | 'running' | 'interrupted' {
  if (startedOnThisPage.has(state)) return 'running'
  startedOnThisPage.add(state)
  if (tabStorage.get(key) === state) return 'interrupted'
  tabStorage.set(key, state)
  return 'begun'
}

/** Runs `then` after the callback, unless the page is being left: the next page then finds the flag. */
export function endCallback(state: string, then: () => void): void {
  startedOnThisPage.delete(state)
  if (isLeaving) return
  tabStorage.remove(key)
  then()
}
