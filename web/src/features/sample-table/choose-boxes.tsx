import { formatCount } from '@lims/contract/format-count.ts'
import { Checkbox } from 'antd'
import { type BatchRow, matchingSamples } from './tree-rows.ts'

type Props = {
  rows: readonly BatchRow[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** Chooses all samples that are loaded so far. */
export function HeaderBox(props: Props) {
  const count = formatCount(matchingSamples(props.rows).length, 'sample')
  return <BoxOfMany {...props} label={`Choose all loaded: ${count}`} />
}

/** Chooses the samples of a batch that are loaded so far. */
export function BatchBox({ row, ...props }: Omit<Props, 'rows'> & { row: BatchRow }) {
  return <BoxOfMany {...props} rows={[row]} label={`Choose the samples of ${row.batch.name}`} />
}

function BoxOfMany({ rows, chosen, onChoose, label }: Props & { label: string }) {
  const ids = matchingSamples(rows).map(({ id }) => id)
  const count = ids.filter((id) => chosen.has(id)).length
  const isAll = count > 0 && count === ids.length

  function toggle() {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isAll) next.delete(id)
      else next.add(id)
    }
    onChoose(next)
  }

  return (
    <Checkbox
      aria-label={label}
      title={label}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      disabled={ids.length === 0}
      onChange={toggle}
    />
  )
}
