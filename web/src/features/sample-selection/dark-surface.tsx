import { ConfigProvider, theme } from 'antd'
import type { ReactNode } from 'react'

/** The colours of the bar in either theme, so that it stands out from the table below it. */
const colours = {
  colorPrimary: '#5b95ff',
  // The focus ring.
  colorPrimaryBorder: '#5b95ff',
  colorLink: '#8db5ff',
  colorLinkHover: '#8db5ff',
  colorLinkActive: '#8db5ff',
  colorText: '#e8eef7',
  colorError: '#ff9c9c',
  colorBgContainer: '#22304a',
  colorBgElevated: '#22304a',
  controlItemBgHover: '#31425f',
  colorBorder: '#3d4d6a',
}

/** Draws the controls in it for a dark background, whatever the theme is. */
export function DarkSurface({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={{ algorithm: theme.darkAlgorithm, token: colours, cssVar: { key: 'lims-dark' } }}>
      {children}
    </ConfigProvider>
  )
}
