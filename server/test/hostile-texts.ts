/** Names that somebody will type, paste or try. Each is text, and must stay just that. */
export const hostileNames = [
  `O'Brien "the tube"`,
  '<script>alert(1)</script>',
  '^XZ~JA',
  '^XA^FO0,0^GB500,500,5^FS^XZ',
  '^FS^CC/^ID R:*.*',
  '~JR',
  'A_5EXZ_7EJA',
  '\\&_0D_0A',
  "'; drop table sample; --",
  '%_\\',
  '=HYPERLINK("https://evil.example","x")',
  '🧠🧪👩‍🔬',
  'RTL \u202e 321-BN \u200f',
  'Zürich Straße, 日本',
  'line one\nline two\ttab',
] as const

/** What PostgreSQL cannot keep, or what is no character at all. */
export const unstorableTexts = ['NUL \u0000 inside', '\u0000', 'half a pair \ud800', '\udc00\ud800'] as const

export const hostileNumbers = [
  -1,
  0,
  -0,
  0.5,
  1e-7,
  20_001,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1.7976931348623157e308,
] as const
