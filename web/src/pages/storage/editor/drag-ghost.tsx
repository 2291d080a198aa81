import { useEffect, useRef } from 'react'
import { countOf } from '../../../entities/storage/storage-words.ts'
import styles from './drag-ghost.module.css'
import type { PickedTubes } from './picked-tubes.ts'

/** What the pointer carries. */
export function DragGhost({ carried }: { carried: PickedTubes }) {
  const ghost = useRef<HTMLDivElement>(null)

  // In step with the pointer.
  useEffect(() => {
    const follow = ({ clientX, clientY }: PointerEvent) => {
      if (ghost.current) ghost.current.style.transform = `translate(${clientX + 12}px, ${clientY + 12}px)`
    }
    window.addEventListener('pointermove', follow)
    return () => window.removeEventListener('pointermove', follow)
  }, [])

  const { tubes } = carried
  return (
    <div ref={ghost} className={styles.ghost} aria-hidden>
      {tubes.length === 1 ? tubes[0]?.alias : countOf(tubes.length, 'tube')}
    </div>
  )
}
