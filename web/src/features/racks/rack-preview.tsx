import type { PreviewRackReply } from '@lims/contract/rack-scan.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { useMemo } from 'react'
import legendStyles from '../../ui/legend.module.css'
import { rackCells } from './rack-cells.ts'
import { RackLists } from './rack-lists.tsx'
import { RackPicture } from './rack-picture.tsx'
import styles from './rack-preview.module.css'
import { countStates, type RackState, rackStateOrder, rackStates } from './rack-states.ts'

type Props = {
  storage: Storage
  occupancy: readonly OccupancyEntry[]
  preview: PreviewRackReply
  takesOut: boolean
}

/** The box after the file is applied, the legend of its marks, and the list of tubes that differ. */
export function RackPreview({ storage, occupancy, preview, takesOut }: Props) {
  const cells = useMemo(() => rackCells(preview, occupancy, takesOut), [preview, occupancy, takesOut])
  return (
    <div className={styles.preview}>
      <div className={styles.picture}>
        <Legend counts={countStates(preview)} />
        <RackPicture storage={storage} cells={cells} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard */}
      <section className={styles.lists} aria-label="Tubes that differ" tabIndex={0}>
        <RackLists preview={preview} />
      </section>
    </div>
  )
}

/** The meaning of the colours and signs, with the number of cells of each. */
function Legend({ counts }: { counts: Record<RackState, number> }) {
  return (
    <ul className={legendStyles.legend} aria-label="Legend">
      {rackStateOrder.map((state) => (
        <li key={state} data-rack-state={state} data-none={counts[state] === 0}>
          <span aria-hidden>{rackStates[state].sign}</span> {rackStates[state].word}{' '}
          <b className="numbers">{counts[state]}</b>
        </li>
      ))}
    </ul>
  )
}
