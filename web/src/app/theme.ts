import { type MappingAlgorithm, type ThemeConfig, theme } from 'antd'

/** theme.css repeats these colours, since it applies before any script runs. A test compares the two. */
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

type Mode = keyof typeof palettes

/** Colours of notices, results and alerts: those of theme.css, with the edge of a card. */
export const outcomes = {
  light: {
    success: { ink: '#15803d', tint: '#f0fdf4', edge: '#8dc5a2' },
    warning: { ink: '#a16207', tint: '#fefce8', edge: '#c6a061' },
    error: { ink: palettes.light.danger, tint: '#fef2f2', edge: '#df9999' },
    info: { ink: palettes.light.primary, tint: palettes.light['primary-tint'], edge: '#96b2e6' },
  },
  dark: {
    success: { ink: '#5fd08a', tint: '#10301f', edge: '#34784f' },
    warning: { ink: '#e3b341', tint: '#33280f', edge: '#9d7b2d' },
    error: { ink: palettes.dark.danger, tint: '#3a1a20', edge: '#86444c' },
    info: { ink: palettes.dark.primary, tint: palettes.dark['primary-tint'], edge: '#34558f' },
  },
} as const

/** Replace colours of the palettes for people whose system asks for more contrast. */
export const strongColours = {
  light: { hairline: '#7a889b', muted: '#3d4a5c' },
  dark: { hairline: '#6b7c95', muted: '#c3cedd' },
} as const

const fontText = "'Inter Variable', system-ui, sans-serif"
const fontMono = "'JetBrains Mono Variable', ui-monospace, monospace"

/** Keeps our colours for both themes: the dark algorithm of antd would dull those that were chosen for dark. */
const withOurColours =
  (mode: Mode): MappingAlgorithm =>
  (seed) => {
    const { primary } = palettes[mode]
    const { success, warning, error, info } = outcomes[mode]
    const rest = mode === 'dark' ? theme.darkAlgorithm(seed) : theme.defaultAlgorithm(seed)
    return {
      ...rest,
      colorPrimary: primary,
      colorLink: primary,
      colorInfo: info.ink,
      colorInfoBg: info.tint,
      colorInfoBorder: info.edge,
      colorError: error.ink,
      colorErrorBg: error.tint,
      colorErrorBorder: error.edge,
      colorSuccess: success.ink,
      colorSuccessBg: success.tint,
      colorSuccessBorder: success.edge,
      colorWarning: warning.ink,
      colorWarningBg: warning.tint,
      colorWarningBorder: warning.edge,
    }
  }

/** In px: with a line height of 22, table rows are 42 high. */
const cellPadding = 10

export function themeOf(mode: Mode, { isStrong = false } = {}): ThemeConfig {
  const palette = { ...palettes[mode], ...(isStrong && strongColours[mode]) }
  const border = mode === 'dark' ? '#34445f' : '#cbd5e1'
  return {
    algorithm: withOurColours(mode),
    cssVar: { key: 'lims' },
    zeroRuntime: true,
    token: {
      colorPrimary: palette.primary,
      colorInfo: palette.primary,
      colorLink: palette.primary,
      // Shades of it, as the library derives them, would be too faint in dark.
      colorLinkHover: palette.primary,
      colorLinkActive: palette.primary,
      // The focus ring.
      colorPrimaryBorder: palette.primary,
      colorError: palette.danger,
      colorSuccess: outcomes[mode].success.ink,
      colorWarning: outcomes[mode].warning.ink,
      colorText: palette.text,
      colorTextHeading: palette.text,
      colorTextSecondary: palette.muted,
      colorTextDescription: palette.muted,
      colorTextPlaceholder: palette.muted,
      colorTextLightSolid: palette['on-primary'],
      colorBgLayout: palette.ground,
      colorBgContainer: palette.card,
      colorBgElevated: mode === 'dark' ? '#18233a' : palette.card,
      colorBorder: isStrong ? palette.muted : border,
      // The library mixes them from white and black, whose grey looks brown on our dark blue.
      ...(mode === 'dark' && { colorBgContainerDisabled: '#1b2638', colorBorderDisabled: palette.hairline }),
      // Of arrows and icons.
      ...(isStrong && { colorTextQuaternary: palette.muted, colorIcon: palette.muted }),
      colorBorderSecondary: palette.hairline,
      colorSplit: palette.hairline,
      controlItemBgActive: palette['primary-tint'],
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
      Layout: {
        headerBg: palette.card,
        siderBg: palette.card,
        bodyBg: palette.ground,
        triggerBg: palette.card,
      },
      Menu: {
        itemBg: 'transparent',
        itemHeight: 38,
        itemSelectedBg: palette['primary-tint'],
        itemSelectedColor: palette.primary,
        activeBarBorderWidth: 0,
      },
      Select: { optionActiveBg: palette['primary-tint'], optionSelectedBg: palette['primary-tint'] },
      Table: {
        cellPaddingBlock: cellPadding,
        cellPaddingBlockMD: cellPadding,
        headerBg: palette.card,
        headerColor: palette.muted,
        headerSplitColor: 'transparent',
        headerSortActiveBg: palette.card,
        headerSortHoverBg: palette.ground,
        bodySortBg: palette.card,
        rowHoverBg: palette.ground,
        rowSelectedHoverBg: palette['primary-tint'],
      },
      Tooltip: { colorBgSpotlight: mode === 'dark' ? '#2b3a55' : '#0f1b2d', colorTextLightSolid: '#ffffff' },
    },
  }
}
