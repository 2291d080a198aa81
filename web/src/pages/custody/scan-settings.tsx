import { maxPurposeLength } from '@lims/contract/custody-api.ts'
import { Checkbox, Input, Segmented } from 'antd'
import { type KeyboardEventHandler, useId } from 'react'
import { DayField } from '../../ui/day-field.tsx'
import styles from './custody.module.css'
import type { CustodyQueue, CustodySession, ScanMode } from './custody-session.ts'

const modes: { value: ScanMode; label: string }[] = [
  { value: 'check-out', label: 'Check out' },
  { value: 'return', label: 'Return' },
  { value: 'look-up', label: 'Look up' },
]

type Props = {
  session: CustodySession
  queue: CustodyQueue
  /** Makes the key handler of a field from what restores its value after a scan. */
  beside: (restore: () => void) => KeyboardEventHandler<HTMLElement>
}

/** What a scan does, and what is saved with each check-out. */
export function ScanSettings({ session, queue, beside }: Props) {
  const id = useId()
  const { mode, purpose, expectedReturn, thawed, keepPlace } = session
  return (
    <div className={styles.settings}>
      <Segmented
        block
        aria-label="What a scan does"
        options={modes}
        value={mode}
        onChange={(next: ScanMode) => queue.update({ mode: next })}
      />
      {mode === 'check-out' && (
        <>
          <div>
            <label htmlFor={`${id}purpose`}>Purpose, kept for this session</label>
            <Input
              id={`${id}purpose`}
              required
              maxLength={maxPurposeLength}
              autoComplete="off"
              value={purpose}
              onChange={(event) => queue.update({ purpose: event.target.value })}
              onKeyDown={beside(() => queue.update({ purpose }))}
            />
          </div>
          <div>
            <label htmlFor={`${id}back`}>Expected back by the end of (optional)</label>
            <DayField
              id={`${id}back`}
              isEnd
              value={expectedReturn}
              onChange={(instant) => queue.update({ expectedReturn: instant } as Partial<CustodySession>)}
              beside={beside}
            />
          </div>
          <div className={styles.checks}>
            <Checkbox checked={thawed} onChange={(event) => queue.update({ thawed: event.target.checked })}>
              Thawed
            </Checkbox>
            <Checkbox
              checked={keepPlace}
              onChange={(event) => queue.update({ keepPlace: event.target.checked })}
            >
              Keep the place in storage
            </Checkbox>
          </div>
        </>
      )}
      {mode === 'return' && (
        <p className="muted">
          Scan each tube, put it into the cell that is shown, and scan the label of the box to confirm.
        </p>
      )}
    </div>
  )
}
