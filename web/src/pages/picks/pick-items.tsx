import { formatNumber } from '@lims/contract/format-count.ts'
import { type PickItem, type PickItemState, pickItemTexts } from '@lims/contract/picks.ts'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { Mono } from '../../ui/mono.tsx'
import styles from './picks.module.css'

type Props = {
  items: readonly PickItem[]
  currentId: string | undefined
  /** Missing if the list is closed. */
  onChoose?: (item: PickItem) => void
}

const signs: Record<PickItemState, string | undefined> = {
  wanted: undefined,
  picked: '✓',
  'not-found': '!',
  released: '↩',
  'left-out': '–',
}

export const signOf = (state: PickItemState): string | undefined => signs[state]

/** The tubes of one box, in the order of its cells. */
export function PickItems({ items, currentId, onChoose }: Props) {
  return (
    <ol className={styles.items}>
      {items.map((item) => (
        <li
          key={item.sampleId}
          className={styles.item}
          data-state={item.state}
          data-current={item.sampleId === currentId}
          aria-current={item.sampleId === currentId ? 'step' : undefined}
        >
          <span className={styles.sign}>
            {signs[item.state] === undefined ? (
              item.place
            ) : (
              <>
                <span aria-hidden>{signs[item.state]}</span>
                <span className="read-aloud-only">{pickItemTexts[item.state]}</span>
              </>
            )}
          </span>
          {onChoose && item.state === 'wanted' ? (
            <button type="button" className={styles.choose} onClick={() => onChoose(item)}>
              <ItemWords item={item} />
            </button>
          ) : (
            <span className={styles.choose}>
              <ItemWords item={item} />
            </span>
          )}
          <Mono>{item.position || '—'}</Mono>
        </li>
      ))}
    </ol>
  )
}

function ItemWords({
  item: { name, tubeId, state, reason, changedByName, changedSince, isToPutAway },
}: {
  item: PickItem
}) {
  return (
    <>
      <strong>{name}</strong>
      <Mono isMuted>{tubeId}</Mono>
      {changedSince && (
        <small className={styles.warning}>{changedSince}: pick it by scan if it is there</small>
      )}
      {isToPutAway && <small className={styles.warning}>returned: perhaps not put away yet</small>}
      {state === 'not-found' && (
        <small>
          not found by {changedByName}
          {reason && `: ${reason}`}
        </small>
      )}
    </>
  )
}

/** Tubes that could not be reserved when the list was created, and why. */
export function LeftOut({ items }: { items: readonly PickItem[] }) {
  if (items.length === 0) return null
  return (
    <details className={styles.leftOut}>
      <summary>{formatNumber(items.length)} left out</summary>
      <ul>
        {items.map(({ sampleId, name, tubeId, reason }) => (
          <li key={sampleId}>
            <SampleLink id={sampleId} name={name} alias={tubeId} /> <span className="muted">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
