import { type ReactNode, useSyncExternalStore } from 'react'
import { KeyCap } from '../../ui/key-cap.tsx'
import { useValueWhilePressed } from '../../ui/use-value-while-pressed.ts'
import styles from './hit-list.module.css'
import { type Hit, type HitGroup, hitId } from './hits.tsx'

type Props = {
  id: string
  groups: readonly HitGroup[]
  /** The text whose parts are marked. */
  text: string
  active: number
  /** Shown if there are no results. */
  note: ReactNode
  onNavigate: (hit: Hit) => void
}

/** The results below the search box. */
export function HitList({ id, note, onNavigate, ...results }: Props) {
  const { shown, hold } = useValueWhilePressed(results)
  const { groups, text, active } = shown
  const hits = groups.flatMap((group) => group.hits)
  const visibleHeight = useSyncExternalStore(subscribeToVisibleHeight, getVisibleHeight)
  return (
    <div className={styles.panel} style={{ '--visible-height': visibleHeight }}>
      {hits.length > 0 && (
        <div id={id} role="listbox" aria-label="Results" className={styles.list}>
          {groups.map(({ title, hits: ofGroup }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
            <div key={title} role="group" aria-label={title}>
              <div aria-hidden className={styles.heading}>
                {title}
              </div>
              {ofGroup.map((hit) => {
                const index = hits.indexOf(hit)
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
                  <div
                    key={hit.address}
                    role="option"
                    id={hitId(id, index)}
                    aria-selected={index === active}
                    tabIndex={-1}
                    className={styles.hit}
                    // Keeps the focus in the field: the list closes when the field loses it.
                    onMouseDown={(event) => event.preventDefault()}
                    onPointerDown={hold}
                    onClick={() => onNavigate(hit)}
                  >
                    <span className={styles.name} title={hit.name}>
                      <Marked name={hit.name} text={text} />
                    </span>
                    {hit.details}
                    {hit.place && (
                      <span className={styles.place} title={hit.place}>
                        {hit.place}
                      </span>
                    )}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
      )}
      {/* The region beside the field reads it aloud. */}
      {note && (
        <div aria-hidden className={styles.note}>
          {note}
        </div>
      )}
      <div className={styles.foot} aria-hidden>
        <span>
          <KeyCap name="arrowup" /> <KeyCap name="arrowdown" /> choose
        </span>
        <span>
          <KeyCap name="enter" /> open
        </span>
        <span>
          <KeyCap name="escape" /> close
        </span>
      </div>
    </div>
  )
}

/** A name with the parts marked that the words of the text match. */
function Marked({ name, text }: { name: string; text: string }) {
  const parts = markedParts(name, text)
  return parts.map(({ at, part, isMarked }) => (isMarked ? <mark key={at}>{part}</mark> : part))
}

type Part = { at: number; part: string; isMarked: boolean }

function markedParts(name: string, text: string): Part[] {
  const lower = name.toLowerCase()
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isMarked = new Array<boolean>(name.length).fill(false)
  // A few letters change their length in lower case; then nothing is marked.
  if (lower.length === name.length) {
    for (const word of words) {
      const at = lower.indexOf(word)
      if (at >= 0) isMarked.fill(true, at, at + word.length)
    }
  }
  const parts: Part[] = []
  for (let at = 0; at < name.length; at++) {
    const last = parts.at(-1)
    if (last && last.isMarked === isMarked[at]) last.part += name[at]
    else parts.push({ at, part: name[at] ?? '', isMarked: isMarked[at] === true })
  }
  return parts
}

function subscribeToVisibleHeight(listener: () => void) {
  window.visualViewport?.addEventListener('resize', listener)
  return () => window.visualViewport?.removeEventListener('resize', listener)
}

/**
 * Returns the height of the window above the on-screen keyboard, which covers the page without changing its height.
 * Zooming with two fingers does not change it.
 */
function getVisibleHeight(): string | undefined {
  const { visualViewport } = window
  return visualViewport ? `${Math.round(visualViewport.height * visualViewport.scale)}px` : undefined
}
