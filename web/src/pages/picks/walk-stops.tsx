import { formatCount } from '@lims/contract/format-count.ts'
import type { PickItem } from '@lims/contract/picks.ts'
import { BoxMap } from './box-map.tsx'
import { PickItems } from './pick-items.tsx'
import { isWanted, pathOf, type Stop } from './pick-walk.ts'
import styles from './picks.module.css'

type CurrentStopProps = {
  stop: Stop
  doors: number
  current: PickItem | undefined
  onChoose: (item: PickItem) => void
}

/** The box of the walk where the person is: its place, its cells and its tubes. */
export function CurrentStop({ stop: { box, items }, doors, current, onChoose }: CurrentStopProps) {
  return (
    <section aria-label={pathOf(box)}>
      <h2 className={styles.box}>{pathOf(box)}</h2>
      <p className={styles.where}>
        {formatCount(items.length, 'tube')} here
        {box && ` · door ${box.door} of ${doors}`}
      </p>
      <div className={styles.stop}>
        {box && <BoxMap box={box} items={items} currentId={current?.sampleId} />}
        <PickItems items={items} currentId={current?.sampleId} onChoose={onChoose} />
      </div>
    </section>
  )
}

type StopListProps = {
  stops: readonly Stop[]
  current: Stop | undefined
  onChoose: (storageId: number | null) => void
}

/** All boxes of the walk, with how much of each is done. */
export function StopList({ stops, current, onChoose }: StopListProps) {
  if (stops.length < 2) return null
  return (
    <nav aria-label="Boxes of the walk" className={styles.boxes}>
      <ol>
        {stops.map(({ box, items }) => {
          const done = items.filter((item) => !isWanted(item)).length
          return (
            <li key={box?.storageId ?? 0}>
              <button
                type="button"
                aria-current={current?.box === box ? 'step' : undefined}
                onClick={() => onChoose(box?.storageId ?? null)}
              >
                <span>{pathOf(box)}</span>
                <span className="numbers">
                  {done === items.length ? '✓ ' : ''}
                  {done} of {items.length}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
