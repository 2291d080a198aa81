import { type ReactNode, useEffect, useRef } from 'react'
import styles from './thumb-bar.module.css'

/**
 * The main action of a page on a phone, at the bottom of the window, whatever is scrolled. It is the last child of the
 * element of the page, which is a child of `main`. Buttons that are its children are large.
 */
export function ThumbBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)

  // Synchronises with the height of the bar, which the result of a scan changes: notices stand above it.
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty('--thumb-bar-height', `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--thumb-bar-height')
    }
  }, [])

  return (
    <div ref={bar} className={`${styles.bar} not-printed`}>
      {children}
    </div>
  )
}
