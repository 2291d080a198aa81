import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'light' | 'dark' | 'system'

const key = 'lims.theme'
const listeners = new Set<() => void>()
/** Paper is white: what is printed is in light colours, whatever the screen is in. */
const isPrinting = () => window.matchMedia('print')
const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)')

export function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(choice: ThemeChoice) {
  localStorage.setItem(key, choice)
  for (const listener of listeners) listener()
}

function isDark(): boolean {
  const choice = themeChoice()
  if (isPrinting().matches) return false
  return choice === 'dark' || (choice === 'system' && systemIsDark().matches)
}

function onThemeChange(listener: () => void): () => void {
  const system = systemIsDark()
  const printing = isPrinting()
  const hear = (event: StorageEvent) => event.key === key && listener()
  listeners.add(listener)
  system.addEventListener('change', listener)
  printing.addEventListener('change', listener)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
    printing.removeEventListener('change', listener)
    window.removeEventListener('storage', hear)
  }
}

export const useIsDark = (): boolean => useSyncExternalStore(onThemeChange, isDark)
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(onThemeChange, themeChoice)
