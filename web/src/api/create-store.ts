import { useSyncExternalStore } from 'react'

/** A value outside React that components and plain functions share. */
export type Store<T> = {
  get: () => T
  set: (next: T) => void
  /** Calls the listener after each change. Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * A store kept in localStorage under a key; `null` removes the key. It also changes when another tab of this browser
 * changes it. A value for which the browser has no room is kept for this page only.
 */
export function createLocalStore(key: string): Store<string | null> {
  const changes = createStore(0)
  let unstored: string | undefined
  return {
    get: () => unstored ?? localStorage.getItem(key),
    set: (next) => {
      unstored = undefined
      try {
        if (next === null) localStorage.removeItem(key)
        else localStorage.setItem(key, next)
      } catch {
        unstored = next ?? undefined
      }
      changes.set(changes.get() + 1)
    },
    subscribe: (listener) => {
      const handleStorage = (event: StorageEvent) => {
        if (event.key !== key && event.key !== null) return
        unstored = undefined
        listener()
      }
      const unsubscribe = changes.subscribe(listener)
      window.addEventListener('storage', handleStorage)
      return () => {
        unsubscribe()
        window.removeEventListener('storage', handleStorage)
      }
    },
  }
}

/** Renders the component again after each change of the store. */
export const useStore = <T>({ subscribe, get }: Pick<Store<T>, 'subscribe' | 'get'>): T =>
  useSyncExternalStore(subscribe, get)
