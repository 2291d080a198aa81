import { formatCount } from '@lims/contract/format-count.ts'
import { useEffect, useRef } from 'react'
import styles from './drag-ghost.module.css'
import type { PickedTubes } from './picked-tubes.ts'

/** The label beside the pointer that names the dragged tubes. */
export function DragGhost({ picked: { tubes } }: { picked: PickedTubes }) {
  const ghost = useRef<HTMLDivElement>(null)

  // Follows the pointer without rendering again.
  useEffect(() => {
    const follow = ({ clientX, clientY }: PointerEvent) => {
      if (ghost.current) ghost.current.style.transform = `translate(${clientX + 12}px, ${clientY + 12}px)`
    }
    window.addEventListener('pointermove', follow)
    return () => window.removeEventListener('pointermove', follow)
  }, [])

  return (
    <div ref={ghost} className={styles.ghost} aria-hidden>
      {tubes.length === 1 ? tubes[0]?.alias : formatCount(tubes.length, 'tube')}
    </div>
  )
}
