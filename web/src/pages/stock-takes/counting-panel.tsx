import { LeftOutlined } from '@ant-design/icons'
import type { StockTake, StockTakeBox } from '@lims/contract/stock-takes.ts'
import { Button, Card, type InputRef } from 'antd'
import { type RefObject, useRef } from 'react'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { ScanCard } from '../../features/scanning/scan-card.tsx'
import { ScanField } from '../../features/scanning/scan-field.tsx'
import { isPending } from '../../features/scanning/scan-list.ts'
import { commonMarks } from '../../features/scanning/scan-mark.ts'
import { useFocusField } from '../../features/scanning/use-focus-field.ts'
import { useReturnFocus } from '../../features/scanning/use-return-focus.ts'
import { ThumbBar } from '../../ui/thumb-bar.tsx'
import { useAtMost } from '../../ui/use-media.ts'
import { EmptyBoxButton, FinishButton } from './box-actions.tsx'
import styles from './counting-panel.module.css'
import type { CountingQueue, CountingSession } from './counting-queue.ts'
import { LastResult, LastScans } from './last-scans.tsx'
import { RackCount } from './rack-count.tsx'
import { describeBox } from './stock-take-words.ts'
import { type LabelledBox, useCountScans } from './use-count-scans.ts'

type Props = {
  stockTake: StockTake
  boxes: readonly StockTakeBox[]
  box: StockTakeBox | undefined
  session: CountingSession
  queue: CountingQueue
  labelsAhead: RefObject<LabelledBox[]>
  /** By a label. */
  onChoose: (storageId: number | undefined) => void
  onLeave: () => void
}

/** The scan field: it counts tubes in the chosen box, and changes the box when a label of another one is scanned. */
export function CountingPanel({ onLeave, ...counting }: Props) {
  const { stockTake, box, session, queue } = counting
  const isPhone = useAtMost('md')
  const field = useRef<InputRef>(null)
  const focusField = useFocusField(field)
  const denied = useDeniedProps('stock-take.count')
  const { handleScan, notice, isLabel } = useCountScans({ ...counting, isOn: denied.title === undefined })
  const scans = session.scans.filter(({ stockTakeId }) => stockTakeId === stockTake.id)
  const last = scans.find(({ id }) => id === session.lastSettledId)

  // After each reply and each change of the box.
  useReturnFocus(field, `${session.lastSettledId} ${box?.storageId}`)

  function retry(id: string) {
    queue.retry(id)
    focusField()
  }

  const ofBox = box && { stockTakeId: stockTake.id, box, onDone: focusField }
  const isSending = scans.some((scan) => isPending(scan) && scan.storageId === box?.storageId)
  const finishButton = ofBox && <FinishButton {...ofBox} isSending={isSending} />

  const result = (
    <>
      {notice && (
        // A key for each notice, as below for each scan: the same words are read aloud again.
        <div key={notice.id} className={styles.result} role="alert">
          <ScanCard mark={commonMarks.refused}>{notice.text}</ScanCard>
        </div>
      )}
      {/* The region is there before its words: a screen reader reads what changes inside of it. */}
      <div role="status" className={styles.result}>
        {!notice &&
          (isLabel && box ? (
            <LabelResult box={box} />
          ) : (
            last && <LastResult key={last.id} scan={last} onRetry={retry} />
          ))}
      </div>
    </>
  )

  return (
    <>
      <Card className="not-printed">
        <section aria-label="Counting">
          <BoxHead box={box} onLeave={onLeave} />
          <ScanField
            field={field}
            label={box ? 'Scan the tubes' : 'Scan the label of a box'}
            action={box ? 'Count' : 'Choose'}
            onScan={handleScan}
            denial={denied.title}
            result={result}
          />
          {result}
          <p className="muted">
            {box
              ? "Scan tubes in any order, or read the whole box. Scan another box's label to change."
              : 'Scan the label of a box, or choose the box in the picture.'}
          </p>
          {ofBox && (
            <div className={styles.buttons}>
              {!isPhone && finishButton}
              <RackCount {...ofBox} />
              <EmptyBoxButton {...ofBox} isSending={isSending} />
            </div>
          )}
        </section>
        <LastScans scans={scans} onRetry={retry} onRemove={queue.remove} onRetryAll={queue.retryUnsent} />
      </Card>
      {isPhone && finishButton && (
        <ThumbBar>
          {finishButton}
          <small className={`${styles.meaning} muted`}>What was not scanned is missing.</small>
        </ThumbBar>
      )}
    </>
  )
}

/** Which box is being counted. On a phone, which shows one box at a time, with the way back to all boxes. */
const BoxHead = ({ box, onLeave }: { box: StockTakeBox | undefined; onLeave: () => void }) => (
  <div className={styles.head}>
    {box && (
      <Button className={styles.back ?? ''} type="text" icon={<LeftOutlined aria-hidden />} onClick={onLeave}>
        All boxes
      </Button>
    )}
    <h2>{box ? `Counting ${box.alias}` : 'Choose a box'}</h2>
    {box?.path && <span>in {pathText(box.path)}</span>}
    {box && <span className="numbers muted">{describeBox(box)}</span>}
  </div>
)

/** Says also in the camera dialog, which covers the page, that the box has changed. */
const LabelResult = ({ box }: { box: StockTakeBox }) => (
  <ScanCard mark={{ sign: '➜', tone: 'neutral' }}>
    <strong>{box.alias}</strong>
    {box.path && <div>in {pathText(box.path)}</div>}
    <div>Now scan the tubes of this box.</div>
  </ScanCard>
)
