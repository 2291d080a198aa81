import 'react'

declare module 'react' {
  /** A style sets the variables of its style sheet, such as `--columns`. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined
  }
}
