import { type AxisConvention, type PreviewRackReply, rackFormatNames } from '@lims/contract/rack-scan.ts'
import { Segmented } from 'antd'
import styles from './rack-convention.module.css'

type Props = {
  alias: string
  preview: PreviewRackReply | undefined
  wanted: AxisConvention | undefined
  onWanted: (convention: AxisConvention) => void
}

/** Which file it is, and how its positions are read. */
export function RackConvention({ alias, preview, wanted, onWanted }: Props) {
  const used = preview?.convention ?? wanted ?? 'slas'
  return (
    <div className={styles.line}>
      {preview && (
        <span>
          {rackFormatNames[preview.format]} · <span className="numbers">{preview.entries.length} cells</span>
        </span>
      )}
      <span className={styles.convention}>
        <span id="rack-convention">Positions</span>
        <Segmented
          size="small"
          aria-labelledby="rack-convention"
          value={used}
          disabled={preview !== undefined && !preview.isConventionSwitchable}
          options={[
            { value: 'slas', label: 'SLAS: letter is the row' },
            { value: 'own', label: `As ${alias} labels its cells` },
          ]}
          onChange={onWanted}
        />
        {preview && <span className="muted">{noteOf(preview)}</span>}
      </span>
    </div>
  )
}

function noteOf({ isConventionAssumed, isConventionSwitchable }: PreviewRackReply): string {
  if (!isConventionSwitchable) return 'the other reading means the same cells or does not fit'
  return isConventionAssumed ? 'assumed: compare one tube with the box' : 'chosen'
}
