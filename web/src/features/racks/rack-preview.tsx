import type { PreviewRackReply } from '@lims/contract/rack-scan.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { useMemo } from 'react'
import { rackBox } from './rack-box.ts'
import { RackLegend } from './rack-legend.tsx'
import { RackLists } from './rack-lists.tsx'
import { RackPicture } from './rack-picture.tsx'
import styles from './rack-preview.module.css'
import { countStates } from './rack-states.ts'

type Props = {
  storage: Storage
  occupancy: readonly OccupancyEntry[]
  preview: PreviewRackReply
  takesOut: boolean
}

/** The box as it will become, with what every mark means, and beside it the tubes that differ. */
export function RackPreview({ storage, occupancy, preview, takesOut }: Props) {
  const cells = useMemo(() => rackBox(preview, occupancy, takesOut), [preview, occupancy, takesOut])
  return (
    <div className={styles.preview}>
      <div className={styles.picture}>
        <RackLegend counts={countStates(preview)} />
        <RackPicture storage={storage} cells={cells} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section className={styles.lists} aria-label="Tubes that differ" tabIndex={0}>
        <RackLists preview={preview} />
      </section>
    </div>
  )
}
