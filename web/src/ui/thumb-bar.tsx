import type { ReactNode } from 'react'
import styles from './thumb-bar.module.css'

/**
 * The main action of a page on a phone, at the bottom of the window, whatever is scrolled. It is the last child of the
 * element of the page, which is a child of `main`. Buttons that are its children are large.
 */
export const ThumbBar = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.bar} not-printed`}>{children}</div>
)
