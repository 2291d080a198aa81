import { App, ConfigProvider } from 'antd'
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { DataProvider } from './data-provider.tsx'
import { themeOf } from './theme.ts'
import { useIsDark } from './theme-mode.ts'

type Props = {
  children: ReactNode
  motion?: boolean
  retryDelay?: (failures: number) => number
}

/** What every screen needs around it: theme, notices, data. */
export function AppProviders({ children, motion = true, retryDelay }: Props) {
  const mode = useIsDark() ? 'dark' : 'light'
  // Read once: antd remounts all screens when `motion` changes, which would discard unsaved input.
  const [isStill] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  const theme = useMemo(() => {
    const chosen = themeOf(mode)
    return { ...chosen, token: { ...chosen.token, motion: motion && !isStill } }
  }, [mode, motion, isStill])

  // In step with theme.css, which reads the attribute.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = mode
  }, [mode])

  return (
    <ConfigProvider theme={theme}>
      {/* At the bottom: the buttons of a page are at its top. */}
      <App notification={{ placement: 'bottomRight' }}>
        <DataProvider {...(retryDelay && { retryDelay })}>{children}</DataProvider>
      </App>
    </ConfigProvider>
  )
}
