import { custodyNames } from '@lims/contract/custody.ts'
import { type StockTakeDifference, stockTakeResultTexts } from '@lims/contract/stock-takes.ts'
import { Button, Checkbox, Tag } from 'antd'
import { useState } from 'react'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { pathText } from '../../entities/storage/path-text.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { Mono } from '../../ui/mono.tsx'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import { type Choice, isAcceptable, isChosen } from './choice.ts'
import styles from './difference-list.module.css'

const shownAtOnce = 200

type Props = {
  differences: readonly StockTakeDifference[]
  choice: Choice
  /** Whether the stock-take goes on. */
  isOpen: boolean
  /** Whether the person chooses what to accept. */
  isChoosable: boolean
  onToggle: (difference: StockTakeDifference) => void
}

/** The record and what was found, side by side. */
export function DifferenceList({ differences, choice, isOpen, isChoosable, onToggle }: Props) {
  const [shown, setShown] = useState(shownAtOnce)
  useRerenderDaily()
  if (differences.length === 0) return null
  return (
    <>
      <ul className={styles.list} aria-label="Differences">
        {differences.slice(0, shown).map((difference) => (
          <li key={difference.id} data-changed={difference.isChangedSince}>
            {isChoosable && (
              <Checkbox
                className={styles.choose ?? ''}
                aria-label={`Accept ${difference.code}`}
                checked={isChosen(choice, difference)}
                disabled={!isAcceptable(difference)}
                onChange={() => onToggle(difference)}
              />
            )}
            <Details difference={difference} isOpen={isOpen} />
          </li>
        ))}
      </ul>
      {differences.length > shown && (
        <Button onClick={() => setShown(shown + shownAtOnce)}>
          Show {Math.min(shownAtOnce, differences.length - shown)} more
        </Button>
      )}
    </>
  )
}

function Details({ difference, isOpen }: { difference: StockTakeDifference; isOpen: boolean }) {
  const { code, result, sampleId, sampleName, foundPlace, countedBy, countedAt } = difference
  return (
    <>
      <span className={styles.tube}>
        {sampleId && sampleName ? (
          <SampleLink id={sampleId} name={sampleName} alias={code} />
        ) : (
          <Mono>{code}</Mono>
        )}
        <span>
          <span className={styles.kind}>{stockTakeResultTexts[result].one}</span>
          {difference.isChangedSince && <Tag>changed since</Tag>}
          {difference.isToPutAway && <Tag>returned, not put away yet</Tag>}
          {difference.isAccepted && <Tag className={styles.accepted ?? ''}>accepted</Tag>}
          {!isOpen && !difference.isAccepted && <Tag>not accepted</Tag>}
        </span>
      </span>
      <span className={styles.side}>
        <span className="muted">Recorded</span>
        <span>{recordedIn(difference)}</span>
      </span>
      <span className={styles.side}>
        <span className="muted">Found</span>
        <span>{foundPlace ? pathText(foundPlace) : 'nowhere'}</span>
      </span>
      <span className={styles.person}>
        {countedBy}, {formatMoment(countedAt)}
      </span>
    </>
  )
}

function recordedIn({ recordedPlace, recordedCustody, sampleId }: StockTakeDifference): string {
  if (!sampleId) return 'unknown'
  const custody =
    recordedCustody && recordedCustody !== 'AVAILABLE' ? custodyNames[recordedCustody] : undefined
  return [recordedPlace ? pathText(recordedPlace) : 'no place', custody].filter(Boolean).join(' · ')
}
