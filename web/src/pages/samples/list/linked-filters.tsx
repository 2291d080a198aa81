import { displayName } from '@lims/contract/sample-status.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { batchQuery } from '../../../entities/batch/batch-api.ts'
import { formatInstant } from '../../../ui/format-instant.ts'
import { formatDay, formatLastDay } from '../../../ui/format-moment.ts'
import styles from './sample-filters.module.css'
import type { ChosenFilters } from './sample-list-search.ts'

type Props = { chosen: ChosenFilters; onChange: (change: ChosenFilters) => void }

/** The filters without a field, set by a link: each with its meaning and a button to remove it. */
export function LinkedFilters(props: Props) {
  return (
    <>
      <BatchFilter {...props} />
      <TimeFilters {...props} />
    </>
  )
}

function BatchFilter({ chosen: { batchId = '' }, onChange }: Props) {
  const { data: batch } = useQuery({ ...batchQuery(batchId), enabled: batchId !== '' })
  if (!batchId) return null
  return (
    <p className={styles.batch}>
      Only samples of <strong>{batch?.name ?? 'one batch'}</strong>
      <RemoveButton onClick={() => onChange({ batchId: undefined })}>Show all batches</RemoveButton>
    </p>
  )
}

/** Names the filters that the address has but nobody can read, as after a link that was cut off. */
export function UnknownFilters({
  names,
  onChange,
}: {
  names: readonly (keyof ChosenFilters)[]
  onChange: (change: ChosenFilters) => void
}) {
  if (names.length === 0) return null
  const it = names.length === 1 ? 'it' : 'them'
  return (
    <div className={styles.unknown}>
      <Alert
        type="warning"
        showIcon
        title={`Part of the address was not understood, so the list is not filtered by ${it}: ${names.join(', ')}`}
        action={
          <RemoveButton onClick={() => onChange(Object.fromEntries(names.map((name) => [name, undefined])))}>
            Remove {it}
          </RemoveButton>
        }
      />
    </div>
  )
}

/** The periods that the dashboard counts. */
function TimeFilters({ chosen, onChange }: Props) {
  const { waitingSince, reached, change, changedFrom, changedTo } = chosen
  return (
    <>
      {waitingSince && (
        <p className={styles.batch}>
          <span>
            Only samples in their status since before <strong>{formatInstant(waitingSince)}</strong>
          </span>
          <RemoveButton onClick={() => onChange({ waitingSince: undefined })}>Any waiting time</RemoveButton>
        </p>
      )}
      {reached && (
        <p className={styles.batch}>
          <span>
            Only samples that became {displayName(reached)} <strong>{formatPeriod(chosen)}</strong>
          </span>
          <RemoveButton
            onClick={() => onChange({ reached: undefined, reachedFrom: undefined, reachedTo: undefined })}
          >
            At any time
          </RemoveButton>
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
          <RemoveButton onClick={() => onChange(noChange)}>All samples</RemoveButton>
        </p>
      )}
    </>
  )
}

const noChange = { change: undefined, changedBy: undefined, changedFrom: undefined, changedTo: undefined }

/** 'from 9 Nov 2026 to 15 Nov 2026': `reachedTo` is the midnight at the end of the last day. */
export function formatPeriod({
  reachedFrom,
  reachedTo,
}: Pick<ChosenFilters, 'reachedFrom' | 'reachedTo'>): string {
  const from = reachedFrom ? `from ${formatDay(reachedFrom)} ` : ''
  const to = reachedTo ? `to ${formatLastDay(reachedTo)}` : ''
  return `${from}${to}`.trim() || 'at some time'
}

function RemoveButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  function handleClick() {
    // The button disappears with its filter.
    document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
    onClick()
  }
  return (
    <Button size="small" onClick={handleClick}>
      {children}
    </Button>
  )
}
