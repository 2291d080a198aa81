import { type ReactNode, useEffect, useRef, useState } from 'react'

/** While a page is loading, what is far down may be on the screen for a moment. */
const settledAfterMs = 1500

/** Renders its children, and loads their code, once the page has settled and a person has scrolled to them. */
export function WhenVisible({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isSeen || !place.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
    })
    const element = place.current
    const timer = setTimeout(() => observer.observe(element), settledAfterMs)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isSeen])
  return isSeen ? children : <div ref={place} style={{ minHeight: 1 }} />
}
