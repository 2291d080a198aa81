import type { Custody } from '@lims/contract/custody.ts'
import { displayName, SampleStatus } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import { custodyMarks, custodyName } from '../../../entities/custody/custody-tag.tsx'
import styles from '../../../ui/legend.module.css'
import { type ColourBy, type Paint, paintOf } from './cell-paint.ts'
import type { GridModel } from './grid-model.ts'

const wordOrder = [...SampleStatus.options, ...SampleType.options].map(displayName)
const orderOf = ({ word }: Paint) => wordOrder.indexOf(word)

/** The meaning of the colours and signs in a grid, with the number of cells of each. */
export function GridLegend({ model, colourBy }: { model: GridModel; colourBy: ColourBy }) {
  const kinds = new Map<string, Paint & { count: number }>()
  for (const content of model.rows.flat()) {
    if (!content) continue
    const paint = paintOf(content, colourBy)
    const before = kinds.get(paint.word)
    kinds.set(paint.word, { ...paint, count: (before?.count ?? 0) + 1 })
  }
  if (kinds.size === 0) return null
  const out = new Map<Custody, number>()
  for (const content of model.rows.flat()) {
    const custody = content?.sample?.custody
    if (custody && custody !== 'AVAILABLE') out.set(custody, (out.get(custody) ?? 0) + 1)
  }
  const sorted = [...kinds.values()].sort((one, other) => orderOf(one) - orderOf(other))
  return (
    <ul className={styles.legend} aria-label="Legend">
      {sorted.map(({ tone, sign, word, count }) => (
        <li key={word} data-cell-tone={tone}>
          <span aria-hidden>{sign}</span> {word} <span className={styles.count}>{count}</span>
        </li>
      ))}
      {[...out].map(([custody, count]) => (
        <li key={custody}>
          <span aria-hidden>{custodyMarks[custody]}</span> {custodyName(custody)}{' '}
          <span className={styles.count}>{count}</span>
        </li>
      ))}
    </ul>
  )
}
