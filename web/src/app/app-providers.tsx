import { App, ConfigProvider } from 'antd'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { chooseByTyping } from '../ui/choose-by-typing.ts'
import { useMedia } from '../ui/use-media.ts'
import { DataProvider } from './data-provider.tsx'
import { themeOf } from './theme.ts'
import { useIsDark } from './theme-mode.ts'

type Props = {
  children: ReactNode
  motion?: boolean
  retryDelay?: (failures: number) => number
}

/**
 * Not `motion: false`: with it a dialog that opens again is still hidden when its content is mounted, so that the
 * browser does not focus its first field; and antd remounts all screens when it changes, which discards unsaved input.
 */
const instantly = '1ms'
const noDuration = {
  motionDurationFast: instantly,
  motionDurationMid: instantly,
  motionDurationSlow: instantly,
}

/** A click beside a dialog must not discard what was entered. Those that only show something say otherwise. */
const modal = { mask: { closable: false } }

/** A form that is refused shows why at its fields: the first of them has the focus. */
const form = { scrollToFirstError: { focus: true } }

/** Typed letters choose, as in a list of the browser: ignored, they would leave Enter to take the first option. */
const select = { showSearch: chooseByTyping }

/** What every screen needs around it: theme, notices, data. */
export function AppProviders({ children, motion = true, retryDelay }: Props) {
  const mode = useIsDark() ? 'dark' : 'light'
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const isStrong = useMedia('(prefers-contrast: more)')
  /** A field to type in opens the keyboard of a phone over its own options. */
  const isFinger = useMedia('(pointer: coarse)')
  const theme = useMemo(() => {
    const chosen = themeOf(mode, { isStrong })
    return { ...chosen, token: { ...chosen.token, motion, ...(isStill && noDuration) } }
  }, [mode, isStrong, motion, isStill])

  // Synchronises with theme.css, which reads the attribute.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = mode
  }, [mode])

  return (
    <ConfigProvider
      theme={theme}
      wave={{ disabled: isStill }}
      modal={modal}
      form={form}
      select={isFinger ? {} : select}
    >
      {/* At the bottom: the buttons of a page are at its top. */}
      <App notification={{ placement: 'bottomRight' }}>
        <DataProvider {...(retryDelay && { retryDelay })}>{children}</DataProvider>
      </App>
    </ConfigProvider>
  )
}
