import { formatCount } from '@lims/contract/format-count.ts'
import type { BulkField, ChosenDetails } from '@lims/contract/sample-bulk.ts'
import styles from './edit-field-dialog.module.css'
import { formatFieldValue } from './format-field-value.ts'

const maxListed = 6

/** The values that the samples have now, the most frequent first. */
export function OldValues({ samples, field }: { samples: readonly ChosenDetails[]; field: BulkField }) {
  const groups = [...Map.groupBy(samples, (sample) => sample[field])]
    .map(([value, group]) => ({ text: formatFieldValue(field, value), count: group.length }))
    .sort((one, other) => other.count - one.count)
  const others = groups.slice(maxListed)
  const numOthers = others.reduce((sum, { count }) => sum + count, 0)
  return (
    <section aria-label="Present values" className={styles.old}>
      <span className="muted">Now</span>
      <ul>
        {groups.slice(0, maxListed).map(({ text, count }) => (
          <li key={text}>
            <span className={text === 'empty' ? 'muted' : undefined}>{text}</span>
            <span className="numbers muted">{formatCount(count, 'sample')}</span>
          </li>
        ))}
        {others.length > 0 && (
          <li className="muted">
            <span>{formatCount(others.length, 'other value')}</span>
            <span className="numbers">{formatCount(numOthers, 'sample')}</span>
          </li>
        )}
      </ul>
    </section>
  )
}
