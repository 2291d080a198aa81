const key = 'lims.callback'
const begunOnThisPage = new Set<string>()

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

export function endCallback(state: string) {
  begunOnThisPage.delete(state)
  sessionStorage.removeItem(key)
}
