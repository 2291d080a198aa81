import styles from './key-cap.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

type Cap = { sign: string; words?: string }

const caps: Readonly<Record<string, Cap>> = {
  ctrl: isMac ? { sign: '⌘', words: 'Command' } : { sign: 'Ctrl' },
  shift: { sign: 'Shift' },
  ' ': { sign: 'Space' },
  arrowup: { sign: '↑', words: 'Arrow up' },
  arrowdown: { sign: '↓', words: 'Arrow down' },
  arrowleft: { sign: '←', words: 'Arrow left' },
  arrowright: { sign: '→', words: 'Arrow right' },
  pageup: { sign: 'Page up' },
  pagedown: { sign: 'Page down' },
  escape: { sign: 'Esc' },
  enter: { sign: 'Enter' },
  home: { sign: 'Home' },
  end: { sign: 'End' },
}

const capOf = (name: string): Cap => caps[name] ?? { sign: name.toUpperCase() }

/** Returns the name of a key to be read aloud. */
export function keyName(name: string): string {
  const { sign, words } = capOf(name)
  return words ?? sign
}

export function KeyCap({ name }: { name: string }) {
  const { sign, words } = capOf(name)
  return (
    <kbd className={styles.cap}>
      {words ? (
        <>
          <span aria-hidden>{sign}</span>
          <span className="read-aloud-only">{words}</span>
        </>
      ) : (
        sign
      )}
    </kbd>
  )
}
