import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { ChooseAllMatching, type MatchingFilter } from './choose-all-matching.tsx'
import { DarkSurface } from './dark-surface.tsx'
import styles from './sample-selection.module.css'
import { UpdateStatusesDialog } from './update-statuses-dialog.tsx'
import type { ChosenSamples } from './use-chosen-samples.ts'

type Props = {
  chosen: ChosenSamples
  /** The filters of the list, and how many samples match them; without them the list is all there is. */
  matching?: { filter: MatchingFilter; total: number; totalIsExact: boolean }
}

const count = (number: number) => number.toLocaleString('en')

/** How many samples are chosen, and what can be done with them. Shown while at least one is chosen. */
export function BulkBar({ chosen, matching }: Props) {
  const [isUpdating, setIsUpdating] = useState(false)
  const { samples, numHidden, areAllLoaded, clear } = chosen
  if (samples.length === 0) return null
  const where = areAllLoaded && matching && samples.length < matching.total ? ' on this page' : ''
  const hidden = numHidden > 0 ? `, ${count(numHidden)} not in this list` : ''
  return (
    <>
      <div className={styles.anchor}>
        <DarkSurface>
          <div className={`${styles.bar} not-printed`} role="toolbar" aria-label="Chosen samples">
            <div className={styles.chosen}>
              <strong className="numbers" role="status">
                {`${count(samples.length)}${where} chosen${hidden}`}
              </strong>
              {matching && <ChooseAllMatching chosen={chosen} {...matching} />}
            </div>
            <div className={styles.actions}>
              <Button onClick={() => setIsUpdating(true)}>Update status</Button>
              <Button
                type="text"
                icon={<CloseOutlined aria-hidden />}
                onClick={clear}
                aria-label="Clear"
                title="Clear"
              />
            </div>
          </div>
        </DarkSurface>
      </div>
      <UpdateStatusesDialog
        samples={samples}
        isOpen={isUpdating}
        onClose={() => setIsUpdating(false)}
        onDone={clear}
      />
    </>
  )
}
