import { useEffect, useState } from 'react'

let show: ((text: string) => void) | undefined

/** Lets screen readers read a text, also the same one again. An empty text clears the region. */
export const announce = (text: string): void => show?.(text)

/**
 * The live region of what appears outside of the page, such as a notice. It is mounted before its words: a screen
 * reader reads what changes inside of a region, and not one that is mounted together with its words.
 */
export function Announcer() {
  const [{ text, id }, setAnnouncement] = useState({ text: '', id: 0 })

  // Synchronises with `announce`, which is called outside of React.
  useEffect(() => {
    const own = (next: string) => setAnnouncement((last) => ({ text: next, id: last.id + 1 }))
    show = own
    return () => {
      if (show === own) show = undefined
    }
  }, [])

  return (
    <div role="status" className="read-aloud-only">
      <span key={id}>{text}</span>
    </div>
  )
}
