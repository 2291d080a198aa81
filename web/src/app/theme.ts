import { type MappingAlgorithm, type ThemeConfig, theme } from 'antd'

/** The same colours stand in theme.css, which paints before any script runs. A test holds the two together. */
export const palettes = {
  light: {
    ground: '#f6f8fb',
    card: '#ffffff',
    hairline: '#e4e9f0',
    text: '#0f1b2d',
    muted: '#5b6b80',
    primary: '#1554c8',
    'primary-tint': '#eaf1ff',
    'on-primary': '#ffffff',
    danger: '#b91c1c',
  },
  dark: {
    ground: '#0b1220',
    card: '#121b2c',
    hairline: '#233047',
    text: '#e8eef7',
    muted: '#93a4bb',
    primary: '#5b95ff',
    'primary-tint': '#14264a',
    'on-primary': '#0b1220',
    danger: '#f87171',
  },
} as const

const fontText = "'Inter Variable', system-ui, sans-serif"
const fontMono = "'JetBrains Mono Variable', ui-monospace, monospace"

/** The dark algorithm would dull the colours that we chose for dark; both keep them as they are. */
const keepingOurs =
  (mode: keyof typeof palettes): MappingAlgorithm =>
  (seed) => {
    const { primary, danger } = palettes[mode]
    const rest = mode === 'dark' ? theme.darkAlgorithm(seed) : theme.defaultAlgorithm(seed)
    return { ...rest, colorPrimary: primary, colorInfo: primary, colorLink: primary, colorError: danger }
  }

/** 22 px of text, 10 px above and below: rows of 42 px. */
const cellPadding = 10

export function themeOf(mode: 'light' | 'dark'): ThemeConfig {
  const paint = palettes[mode]
  return {
    algorithm: keepingOurs(mode),
    cssVar: { key: 'lims' },
    token: {
      colorPrimary: paint.primary,
      colorInfo: paint.primary,
      colorLink: paint.primary,
      colorError: paint.danger,
      colorText: paint.text,
      colorTextHeading: paint.text,
      colorTextSecondary: paint.muted,
      colorTextDescription: paint.muted,
      colorTextPlaceholder: paint.muted,
      colorTextLightSolid: paint['on-primary'],
      colorBgLayout: paint.ground,
      colorBgContainer: paint.card,
      colorBgElevated: mode === 'dark' ? '#18233a' : paint.card,
      colorBorder: mode === 'dark' ? '#34445f' : '#cbd5e1',
      colorBorderSecondary: paint.hairline,
      colorSplit: paint.hairline,
      controlItemBgActive: paint['primary-tint'],
      fontFamily: fontText,
      fontFamilyCode: fontMono,
      fontSize: 14,
      fontSizeHeading3: 22,
      fontSizeHeading4: 17,
      controlHeight: 34,
      borderRadius: 8,
      borderRadiusLG: 12,
    },
    components: {
      Button: { fontWeight: 500, primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Card: { headerFontSize: 15, bodyPadding: 18, headerPadding: 18 },
      Layout: { headerBg: paint.card, siderBg: paint.card, bodyBg: paint.ground, triggerBg: paint.card },
      Menu: {
        itemBg: 'transparent',
        itemHeight: 38,
        itemSelectedBg: paint['primary-tint'],
        itemSelectedColor: paint.primary,
        activeBarBorderWidth: 0,
      },
      Select: { optionActiveBg: paint['primary-tint'], optionSelectedBg: paint['primary-tint'] },
      Table: {
        cellPaddingBlock: cellPadding,
        cellPaddingBlockMD: cellPadding,
        headerBg: paint.card,
        headerColor: paint.muted,
        headerSplitColor: 'transparent',
        headerSortActiveBg: paint.card,
        headerSortHoverBg: paint.ground,
        bodySortBg: paint.card,
        rowHoverBg: paint.ground,
        rowSelectedHoverBg: paint['primary-tint'],
      },
      Tooltip: { colorBgSpotlight: mode === 'dark' ? '#2b3a55' : '#0f1b2d', colorTextLightSolid: '#ffffff' },
    },
  }
}
