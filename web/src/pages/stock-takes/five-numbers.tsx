import { formatNumber } from '@lims/contract/format-count.ts'
import { type StockTakeCounts, StockTakeResult, stockTakeResultTexts } from '@lims/contract/stock-takes.ts'
import styles from './five-numbers.module.css'

/** The number of tubes by result; differences are amber. */
export function FiveNumbers({ counts }: { counts: StockTakeCounts }) {
  return (
    <dl className={styles.numbers} aria-label="Tubes by result">
      {StockTakeResult.options.map((result) => (
        <div key={result} data-difference={result !== 'in-place' && counts[result] > 0}>
          <dt>{stockTakeResultTexts[result][counts[result] === 1 ? 'one' : 'many']}</dt>
          <dd className="numbers">{formatNumber(counts[result])}</dd>
        </div>
      ))}
    </dl>
  )
}
