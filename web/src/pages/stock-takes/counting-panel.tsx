import { LeftOutlined } from '@ant-design/icons'
import type { StockTake, StockTakeBox } from '@lims/contract/stock-takes.ts'
import { Button, Card, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { ScanCard } from '../../features/scanning/scan-card.tsx'
import { ScanField } from '../../features/scanning/scan-field.tsx'
import { countOf, isPending } from '../../features/scanning/scan-list.ts'
import { commonMarks } from '../../features/scanning/scan-mark.ts'
import { couldBeIdentifier, type Readings } from '../../features/scanning/scanned-code.ts'
import { useReturnFocus } from '../../features/scanning/use-return-focus.ts'
import { useSignedOutKeeper } from '../../features/scanning/use-signed-out-keeper.ts'
import { ThumbBar } from '../../ui/thumb-bar.tsx'
import { useAtMost } from '../../ui/use-media.ts'
import styles from './counting-panel.module.css'
import type { CountingQueue, CountingSession } from './counting-queue.ts'
import { findBox } from './find-box.ts'
import { LastResult, LastScans } from './last-scans.tsx'
import { RackCount } from './rack-count.tsx'
import { describeBox } from './stock-take-words.ts'
import { useBoxActions } from './use-box-actions.ts'

type Props = {
  stockTake: StockTake
  boxes: readonly StockTakeBox[]
  box: StockTakeBox | undefined
  session: CountingSession
  queue: CountingQueue
  onChoose: (storageId: number | undefined) => void
}

/** The scan field: it counts tubes in the chosen box, and changes the box when a label of another one is scanned. */
export function CountingPanel({ stockTake, boxes, box, session, queue, onChoose }: Props) {
  const isPhone = useAtMost('md')
  const field = useRef<InputRef>(null)
  const [notice, setNotice] = useState<string>()
  const denied = useDeniedProps('stock-take.count')
  const { finish, markEmpty } = useBoxActions(stockTake.id)
  const scans = session.scans.filter(({ stockTakeId }) => stockTakeId === stockTake.id)
  const last = scans.find(({ id }) => id === session.lastSettledId)
  const isSending = scans.some((scan) => isPending(scan) && scan.storageId === box?.storageId)
  const unsent = countOf({ scans }, 'unsent')
  const focusField = () => field.current?.focus()

  // After each reply and each change of the box.
  useReturnFocus(field, `${session.lastSettledId} ${box?.storageId}`)

  function retry(id: string) {
    queue.retry(id)
    focusField()
  }

  function handleScan(readings: Readings) {
    const { raw, physical = raw } = readings
    const found = findBox(boxes, raw) ?? findBox(boxes, physical)
    if (found === 'foreign') {
      setNotice(
        `${(couldBeIdentifier(raw) ? raw : physical).toUpperCase()} is not the label of a box of ${stockTake.storageName}.`,
      )
    } else if (found) {
      setNotice(undefined)
      onChoose(found.storageId)
    } else if (box) {
      setNotice(undefined)
      queue.add(readings, { stockTakeId: stockTake.id, storageId: box.storageId, boxAlias: box.alias })
    } else {
      setNotice('Scan the label of a box first, or choose the box in the picture.')
    }
  }

  // After the session has ended, a label changes the box only for the scans that follow.
  const labelled = useRef<StockTakeBox>(undefined)
  function keepScan(readings: Readings): boolean {
    const { raw, physical = raw } = readings
    const found = findBox(boxes, raw) ?? findBox(boxes, physical)
    if (found === 'foreign') return false
    if (found) labelled.current = found
    const into = labelled.current ?? box
    if (into && !found) {
      queue.add(readings, { stockTakeId: stockTake.id, storageId: into.storageId, boxAlias: into.alias })
    }
    return into !== undefined
  }
  useSignedOutKeeper(keepScan)

  const finishButton = box && (
    <Button
      {...denied}
      type="primary"
      loading={finish.isPending}
      disabled={denied.disabled === true || isSending}
      title={denied.title ?? 'What was not scanned is missing'}
      onClick={() => {
        finish.mutate(box)
        focusField()
      }}
    >
      {box.state === 'finished' ? `Finish ${box.alias} again` : `Finish ${box.alias}`}
    </Button>
  )

  return (
    <>
      <Card className={`${styles.panel} not-printed`}>
        <section aria-label="Counting">
          <div className={styles.head}>
            {box && (
              <Button
                className={styles.back ?? ''}
                type="text"
                icon={<LeftOutlined aria-hidden />}
                onClick={() => onChoose(undefined)}
              >
                All boxes
              </Button>
            )}
            <h2>{box ? `Counting ${box.alias}` : 'Choose a box'}</h2>
            {box && <span className="numbers muted">{describeBox(box)}</span>}
          </div>
          <ScanField
            field={field}
            label={box ? 'Scan the tubes' : 'Scan the label of a box'}
            action={box ? 'Count' : 'Choose'}
            onScan={handleScan}
            denial={denied.title}
            result={<LastResult scan={last} onRetry={retry} />}
          />
          {notice && (
            <div className={styles.notice} role="alert">
              <ScanCard mark={commonMarks.refused}>{notice}</ScanCard>
            </div>
          )}
          {!notice && <LastResult scan={last} onRetry={retry} />}
          <p className="muted">
            {box
              ? "Scan tubes in any order, or read the whole box. Scan another box's label to change."
              : 'Scan the label of a box, or choose the box in the picture.'}
          </p>
          {box && (
            <div className={styles.buttons}>
              {!isPhone && finishButton}
              <RackCount stockTakeId={stockTake.id} box={box} onDone={focusField} />
              <Button
                {...denied}
                loading={markEmpty.isPending}
                onClick={() => {
                  markEmpty.mutate(box)
                  focusField()
                }}
              >
                Box is empty
              </Button>
            </div>
          )}
        </section>
        <section className={styles.scans} aria-label="My scans">
          <div className={styles.head}>
            <h3>Last scans</h3>
            {unsent > 0 && <span className="muted">{unsent} not sent yet</span>}
            {unsent > 1 && (
              <Button size="small" onClick={queue.retryUnsent}>
                Retry all
              </Button>
            )}
          </div>
          <LastScans scans={scans} onRetry={retry} />
        </section>
      </Card>
      {isPhone && finishButton && <ThumbBar>{finishButton}</ThumbBar>}
    </>
  )
}
