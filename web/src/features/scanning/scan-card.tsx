import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Mono } from '../../ui/mono.tsx'
import styles from './scan-card.module.css'
import type { ScanMark } from './scan-mark.ts'

type Props = {
  mark: ScanMark
  title?: string
  /** Readable from a metre away, instead of at arm's length. */
  isLarge?: boolean
  /** A button at the end. */
  action?: ReactNode
  children: ReactNode
}

/** The outcome of the last scan. */
export function ScanCard({ mark: { sign, tone }, title, isLarge = false, action, children }: Props) {
  return (
    <div className={styles.card} data-tone={tone} data-large={isLarge}>
      <span className={styles.sign} aria-hidden>
        {sign}
      </span>
      <div className={styles.words}>
        {title && <h2 className={styles.title}>{title}</h2>}
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

/** The name of a tube in the type of the card, and its tube ID. */
export function ScannedTube({
  id,
  name,
  alias,
  children,
}: {
  id: string
  name: string
  alias: string
  children?: ReactNode
}) {
  return (
    <>
      <Link className={styles.name ?? ''} to="/samples/$sampleId" params={{ sampleId: id }}>
        {name}
      </Link>
      <div>
        <Mono>{alias}</Mono>
        {children}
      </div>
    </>
  )
}

/** Longer codes, such as an id of 36 characters, are shown in smaller type. */
const maxLargeCodeLength = 20

export const ScannedCode = ({ children }: { children: string }) => (
  <div className={styles.code} data-long={children.length > maxLargeCodeLength}>
    {children}
  </div>
)

/** Tags and places of a tube in a line. */
export const ScanFacts = ({ children }: { children: ReactNode }) => (
  <div className={styles.facts}>{children}</div>
)

/** Works with Ctrl+Z in the scan field, too. */
export const UndoScanButton = ({ onUndo }: { onUndo: () => void }) => (
  <Button aria-keyshortcuts="Control+Z" onClick={onUndo}>
    Undo
  </Button>
)
