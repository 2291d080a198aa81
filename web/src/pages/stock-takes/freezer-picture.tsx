import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { StockTake, StockTakeBox } from '@lims/contract/stock-takes.ts'
import { Fragment, memo } from 'react'
import { pathText, pathTextOf } from '../../entities/storage/path-text.ts'
import { ProgressLine } from '../../ui/progress-line.tsx'
import styles from './freezer-picture.module.css'
import { describeBox, unexpectedIn } from './stock-take-words.ts'

type Props = {
  stockTake: StockTake
  boxes: readonly StockTakeBox[]
  chosenId: number | undefined
  onChoose: (storageId: number) => void
}

/** All boxes of the counted storage, as they fill while people count. */
export function FreezerPicture({ stockTake, boxes, chosenId, onChoose }: Props) {
  const { counts, expectedTubes, numBoxes, numFinishedBoxes } = stockTake
  const storageName = pathText(stockTake.storageName)
  // Tubes that are not recorded here are not expected; one in another place may be recorded outside of the storage.
  const counted = Math.min(expectedTubes, counts['in-place'] + counts['other-place'] + counts.missing)
  return (
    <section className={styles.card} aria-label={`${storageName}, by box`}>
      <div className={styles.head}>
        <h2>{storageName}, by box</h2>
        <ProgressLine
          of="Counted"
          done={counted}
          total={expectedTubes}
          text={`${formatNumber(counted)} of ${formatCount(expectedTubes, 'tube')} · ${formatNumber(numFinishedBoxes)} of ${formatCount(numBoxes, 'box', 'boxes')}`}
        />
      </div>
      {/* The boxes of each rack under its name: 'Box 1' is in many of them. */}
      {[...Map.groupBy(boxes, ({ path }) => path)].map(([path, inside]) => (
        <Fragment key={path}>
          {path !== '' && <h3 className={styles.path}>{pathText(path)}</h3>}
          <ul className={styles.boxes} aria-label={path === '' ? undefined : path}>
            {inside.map((box) => (
              <BoxTile
                key={box.storageId}
                box={box}
                isChosen={box.storageId === chosenId}
                onChoose={onChoose}
              />
            ))}
          </ul>
        </Fragment>
      ))}
    </section>
  )
}

type TileProps = { box: StockTakeBox; isChosen: boolean; onChoose: (storageId: number) => void }

/** Drawn again only when its own numbers change: a freezer has hundreds, and every scan of anybody changes one. */
const BoxTile = memo(
  function BoxTile({ box, isChosen, onChoose }: TileProps) {
    const { storageId, alias, path, expected, counts } = box
    const width = expected > 0 ? Math.min(100, ((counts['in-place'] + counts.missing) / expected) * 100) : 0
    return (
      <li>
        <button
          type="button"
          className={styles.box}
          data-tone={toneOf(box)}
          aria-pressed={isChosen}
          title={pathTextOf([path, alias])}
          onClick={() => onChoose(storageId)}
        >
          <span className={styles.alias}>{alias}</span>
          <span className={styles.bar}>
            <span style={{ width: `${box.state === 'finished' ? 100 : width}%` }} />
          </span>
          <span className={styles.words}>{describeBox(box)}</span>
        </button>
      </li>
    )
  },
  (one, other) =>
    one.isChosen === other.isChosen &&
    one.onChoose === other.onChoose &&
    toneOf(one.box) === toneOf(other.box) &&
    one.box.alias === other.box.alias &&
    one.box.path === other.box.path &&
    describeBox(one.box) === describeBox(other.box),
)

function toneOf(box: StockTakeBox): 'none' | 'counting' | 'good' | 'difference' {
  if (box.state === 'not-begun') return 'none'
  if (box.counts.missing > 0 || unexpectedIn(box) > 0) return 'difference'
  return box.state === 'finished' ? 'good' : 'counting'
}
