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
  const words = { slas: 'SLAS: letter is the row', own: `As ${alias} labels its cells` }
  return (
    <div className={styles.line}>
      {preview && (
        <span>
          {rackFormatNames[preview.format]} · <span className="numbers">{preview.entries.length} cells</span>
        </span>
      )}
      <span className={styles.convention}>
        <span id="rack-convention">Positions</span>
        {preview && !preview.isConventionSwitchable ? (
          <span>{words[used]}</span>
        ) : (
          <Segmented
            size="small"
            aria-labelledby="rack-convention"
            value={used}
            options={[
              { value: 'slas', label: words.slas },
              { value: 'own', label: words.own },
            ]}
            onChange={onWanted}
          />
        )}
        {preview && <span className="muted">{noteOf(preview)}</span>}
      </span>
    </div>
  )
}

function noteOf({ convention, inPlace, ...is }: PreviewRackReply): string {
  if (!is.isConventionSwitchable) return '(read otherwise, it would be the same or not fit)'
  const other = inPlace[convention === 'slas' ? 'own' : 'slas']
  const figures = `${inPlace[convention]} in their place this way, ${other} the other way`
  return is.isConventionAssumed ? `assumed: ${figures}. Compare one tube with the box` : `chosen: ${figures}`
}
