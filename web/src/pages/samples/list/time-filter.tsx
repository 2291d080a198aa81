import { displayName } from '@lims/contract/sample-status.ts'
import { Button } from 'antd'
import { formatInstant } from '../../../ui/format-instant.ts'
import styles from './sample-filters.module.css'
import type { ChosenFilters } from './sample-filters.tsx'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** Says that only samples of some time are shown, as the dashboard counts them, and takes that away. */
export function TimeFilter({
  chosen,
  onChange,
}: {
  chosen: ChosenFilters
  onChange: (change: ChosenFilters) => void
}) {
  const { waitingSince, reached, change, changedFrom, changedTo } = chosen
  return (
    <>
      {waitingSince && (
        <p className={styles.batch}>
          <span>
            Only samples in their status since before <strong>{formatInstant(waitingSince)}</strong>
          </span>
          <Button size="small" onClick={() => onChange({ waitingSince: undefined })}>
            However long
          </Button>
        </p>
      )}
      {reached && (
        <p className={styles.batch}>
          <span>
            Only samples that became {displayName(reached)} <strong>{rangeInWords(chosen)}</strong>
          </span>
          <Button
            size="small"
            onClick={() => onChange({ reached: undefined, reachedFrom: undefined, reachedTo: undefined })}
          >
            At any time
          </Button>
        </p>
      )}
      {change && (
        <p className={styles.batch}>
          <span>
            Only samples of one change,{' '}
            <strong>
              {formatInstant(changedFrom)}
              {changedTo !== changedFrom && ` to ${formatInstant(changedTo)}`}
            </strong>
          </span>
          <Button size="small" onClick={() => onChange(noChange)}>
            All samples
          </Button>
        </p>
      )}
    </>
  )
}

const noChange = { change: undefined, changedBy: undefined, changedFrom: undefined, changedTo: undefined }

/** 'from 9 Nov 2026 to 15 Nov 2026': the last day is the one that the end is the midnight of. */
export function rangeInWords({ reachedFrom, reachedTo }: ChosenFilters): string {
  const from = reachedFrom ? `from ${day.format(new Date(reachedFrom))} ` : ''
  const to = reachedTo ? `to ${day.format(new Date(reachedTo).getTime() - 1)}` : ''
  return `${from}${to}`.trim() || 'at some time'
}
