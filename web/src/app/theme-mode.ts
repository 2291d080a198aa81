import { useSyncExternalStore } from 'react'
import { createLocalStore, useStore } from '../api/create-store.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

const storedChoice = createLocalStore('lims.theme')
/** Paper is white: pages are printed in light colours, whatever the theme of the screen. */
const printing = () => window.matchMedia('print')
const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)')

export const themeChoice = {
  get: (): ThemeChoice => {
    const stored = storedChoice.get()
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  },
  set: (choice: ThemeChoice): void => storedChoice.set(choice),
  subscribe: storedChoice.subscribe,
}

function isDark(): boolean {
  if (printing().matches) return false
  const choice = themeChoice.get()
  return choice === 'dark' || (choice === 'system' && darkSystem().matches)
}

function subscribeToTheme(listener: () => void): () => void {
  const queries = [darkSystem(), printing()]
  const unsubscribe = themeChoice.subscribe(listener)
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    unsubscribe()
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

export const useIsDark = (): boolean => useSyncExternalStore(subscribeToTheme, isDark)
export const useThemeChoice = (): ThemeChoice => useStore(themeChoice)
