import { CloseOutlined } from '@ant-design/icons'
import { formatCount } from '@lims/contract/format-count.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import type { Cell } from '@lims/contract/positions.ts'
import { Button, Card, type InputRef, Segmented } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { fillOrder, useFillOrder } from '../../../entities/storage/fill-order.ts'
import { pathText } from '../../../entities/storage/path-text.ts'
import { MissedRefusals, missedRefusals } from '../../../features/scanning/missed-refusals.tsx'
import { ScanField } from '../../../features/scanning/scan-field.tsx'
import { countOf, type QueuedScan } from '../../../features/scanning/scan-list.ts'
import { SoundButton } from '../../../features/scanning/sound-button.tsx'
import { useFocusField } from '../../../features/scanning/use-focus-field.ts'
import type { KeyOf } from '../../../ui/shortcut.ts'
import { PlacingList } from './placing-list.tsx'
import type { PlacingScan } from './placing-queue.ts'
import { PlacingResult } from './placing-result.tsx'
import styles from './scan-in.module.css'
import type { scanInKeys } from './scan-in-keys.ts'
import { type Box, type ScanInState, useScanIn } from './use-scan-in.ts'

const orders = [
  { value: 'rows', label: 'Rows first' },
  { value: 'columns', label: 'Columns first' },
] as const

type ScanInProps = {
  /** The box to scan into; undefined while nobody scans in. */
  box: Box | undefined
  onClose: () => void
  /** Renders the box with the next cell marked, and the panel beside it. */
  children: (next: { cell: Cell; label: string } | undefined, panel: ReactNode) => ReactNode
}

/** Fills a box tube by tube: each scanned tube goes to the next free cell. */
export function ScanIn({ box, onClose, children }: ScanInProps) {
  const scanIn = useScanIn(box)
  const panel = scanIn && box && <ScanInPanel alias={box.storage.alias} scanIn={scanIn} onClose={onClose} />
  return children(scanIn?.next, panel)
}

type Commands = Record<KeyOf<typeof scanInKeys>, () => void>

type PanelProps = { alias: string; scanIn: ScanInState; onClose: () => void }

function ScanInPanel({ alias, scanIn, onClose }: PanelProps) {
  const { session, next, skipped, denial, moveHere, skip, undoByClick, undoByKey } = scanIn
  const field = useRef<InputRef>(null)
  const order = useFillOrder()
  const notPlaced = countOf(session, 'refused') + countOf(session, 'stored')
  const focusField = useFocusField(field)
  const withoutCell = scanIn.isFull ? 'The box is full' : 'Only skipped cells are free'
  const nextCell = (onSkip = skip) => (
    <div className={styles.next}>{next ? <NextCell label={next.label} onSkip={onSkip} /> : withoutCell}</div>
  )
  const andFocus = (action: () => void) => () => {
    action()
    focusField()
  }

  // Synchronises with the focus: back to the field after each reply, unless something else has it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each reply
  useEffect(() => {
    if (document.activeElement === document.body) focusField()
  }, [session.lastSettledId])

  return (
    <Card>
      <section aria-label="Scan in" className={styles.panel}>
        <div className={styles.head}>
          <h2>Scan in to {alias}</h2>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label="Stop scanning in"
            onClick={onClose}
          />
        </div>
        <Segmented
          block
          size="small"
          aria-label="Fill"
          value={order}
          options={[...orders]}
          onChange={(chosen) => andFocus(() => fillOrder.set(chosen))()}
        />
        {nextCell(skip && andFocus(skip))}
        {skipped.length > 0 && (
          <p className={styles.skipped}>
            <span>Skipped: {joinTexts(skipped, { max: 8 })}</span>
            <Button size="small" onClick={andFocus(scanIn.fillSkipped)}>
              Fill skipped cells
            </Button>
          </p>
        )}
        <ScanField
          field={field}
          label="Scan the tube"
          action="Place"
          onScan={scanIn.scan}
          denial={denial}
          {...(undoByKey && { onUndo: undoByKey })}
          lastScanAt={scanIn.lastStepAt}
          result={
            <>
              {nextCell()}
              <PlacingResult
                session={session}
                next={next?.label}
                onMoveHere={moveHere}
                onRetry={scanIn.retry}
                withKey={false}
              />
            </>
          }
          {...(moveHere && { commands: { m: moveHere } satisfies Commands })}
        />
        <PlacingResult
          session={session}
          next={next?.label}
          onMoveHere={moveHere && andFocus(moveHere)}
          onRetry={(id) => andFocus(() => scanIn.retry(id))()}
        />
        <MissedRefusals
          scans={missedRefusals(session.scans.map(asRefused))}
          title={(count) =>
            formatCount(count, 'earlier tube was not placed', 'earlier tubes were not placed')
          }
        />
        <div className={styles.buttons}>
          <Button size="small" disabled={!undoByClick} onClick={undoByClick && andFocus(undoByClick)}>
            Undo last
          </Button>
          <SoundButton onDone={focusField} />
          {session.scans.length > 0 && (
            <Button size="small" onClick={andFocus(scanIn.clear)}>
              Clear list
            </Button>
          )}
        </div>
        <p className={styles.count}>
          {countOf(session, 'placed')} placed
          {notPlaced > 0 && ` · ${notPlaced} not placed`}
          {countOf(session, 'unsent') > 0 && ` · ${countOf(session, 'unsent')} not sent yet`}
        </p>
        <PlacingList
          scans={session.scans}
          onRetry={(id) => andFocus(() => scanIn.retry(id))()}
          onRemove={scanIn.remove}
        />
      </section>
    </Card>
  )
}

/** A tube that is stored elsewhere was not placed either. */
const asRefused = (scan: PlacingScan): QueuedScan =>
  scan.progress.state === 'stored'
    ? { ...scan, progress: { state: 'refused', reason: `is stored in ${pathText(scan.progress.path)}` } }
    : scan

function NextCell({ label, onSkip }: { label: string; onSkip: (() => void) | undefined }) {
  return (
    <>
      <span>Next cell</span>
      <Button size="small" disabled={!onSkip} onClick={onSkip}>
        Skip cell
      </Button>
      <b>{label}</b>
    </>
  )
}
