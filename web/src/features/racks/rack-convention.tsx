import { formatCount } from '@lims/contract/format-count.ts'
import { type AxisConvention, type PreviewRackReply, rackFormatNames } from '@lims/contract/rack-scan.ts'
import { Segmented } from 'antd'
import { useAtMost } from '../../ui/use-media.ts'
import styles from './rack-convention.module.css'

type Props = {
  alias: string
  preview: PreviewRackReply | undefined
  chosen: AxisConvention | undefined
  onChoose: (convention: AxisConvention) => void
}

/** The format of the file, and how its positions are read. */
export function RackConvention({ alias, preview, chosen, onChoose }: Props) {
  const isNarrow = useAtMost('sm')
  const used = preview?.convention ?? chosen ?? 'slas'
  const labels = { slas: 'SLAS: letter is the row', own: `As ${alias} labels its cells` }
  return (
    <div className={styles.line}>
      {preview && (
        <span>
          {rackFormatNames[preview.format]} ·{' '}
          <span className="numbers">{formatCount(preview.entries.length, 'cell')}</span>
        </span>
      )}
      <span className={styles.convention}>
        <span id="rack-convention">Positions</span>
        {preview && !preview.isConventionSwitchable ? (
          <span>{labels[used]}</span>
        ) : (
          <Segmented
            size="small"
            orientation={isNarrow ? 'vertical' : 'horizontal'}
            aria-labelledby="rack-convention"
            value={used}
            options={[
              { value: 'slas', label: labels.slas },
              { value: 'own', label: labels.own },
            ]}
            onChange={onChoose}
          />
        )}
        {preview && <span className="muted">{noteOf(preview)}</span>}
      </span>
    </div>
  )
}

function noteOf({ convention, inPlace, ...reading }: PreviewRackReply): string {
  if (!reading.isConventionSwitchable) return '(the other convention gives the same cells or does not fit)'
  const other = inPlace[convention === 'slas' ? 'own' : 'slas']
  const figures = `${inPlace[convention]} in their place this way, ${other} the other way`
  return reading.isConventionAssumed
    ? `assumed: ${figures}. Compare one tube with the box`
    : `chosen: ${figures}`
}
