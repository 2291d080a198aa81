import { useState } from 'react'

/**
 * Counts how often something was opened. As the key of a dialog it gives each opening a form of its own: a form that
 * outlives its dialog keeps the values of the opening before, whatever its initial values are by now.
 */
export function useOpenings(isOpen: boolean): number {
  const [seen, setSeen] = useState({ isOpen, openings: 0 })
  if (seen.isOpen !== isOpen) setSeen({ isOpen, openings: seen.openings + (isOpen ? 1 : 0) })
  return seen.openings
}
