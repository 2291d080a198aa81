const key = 'lims.token'
const listeners = new Set<() => void>()

export const storedToken = (): string | undefined => localStorage.getItem(key) ?? undefined

export function storeToken(token: string) {
  localStorage.setItem(key, token)
  for (const listener of listeners) listener()
}

export function clearToken() {
  localStorage.removeItem(key)
  for (const listener of listeners) listener()
}

/** Hears of a change made here or in another tab of this browser. */
export function onTokenChange(listener: () => void): () => void {
  const hear = (event: StorageEvent) => (event.key === key || event.key === null) && listener()
  listeners.add(listener)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', hear)
  }
}
