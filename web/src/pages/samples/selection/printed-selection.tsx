import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { ChosenDetails } from '@lims/contract/sample-bulk.ts'
import { CustodyTag } from '../../../entities/custody/custody-tag.tsx'
import { maxPrintedSamples } from '../../../entities/sample/sample-api.ts'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { pathText } from '../../../entities/storage/path-text.ts'
import styles from '../../../features/sample-table/printed-list.module.css'
import { formatInstant } from '../../../ui/format-instant.ts'
import { Mono } from '../../../ui/mono.tsx'
import { useIsPrinting } from '../../../ui/use-is-printing.ts'

type Props = {
  samples: readonly ChosenDetails[]
  /** How many of the selected samples were deleted since. */
  numDeleted: number
  chosenIds: ReadonlySet<string>
}

/**
 * The chosen samples on paper, each with a box to tick; all of the list if none of it is chosen. Rendered only while
 * the page is printed: they may be many.
 */
export function PrintedSelection({ samples, numDeleted, chosenIds }: Props) {
  const isPrinting = useIsPrinting()
  if (!isPrinting) return null
  const chosen = samples.filter(({ id }) => chosenIds.has(id))
  const listed = chosen.length > 0 ? chosen : samples
  const printed = listed.slice(0, maxPrintedSamples)
  return (
    <div className={styles.paper}>
      <p>
        {listed.length < samples.length && `The ${formatNumber(listed.length)} chosen of `}
        {formatCount(samples.length, 'sample')}
        {numDeleted > 0 && ` · ${formatNumber(numDeleted)} deleted since`} · printed{' '}
        {formatInstant(Date.now())}
      </p>
      {printed.length < listed.length && (
        <p>
          Only the first {formatNumber(printed.length)} of {formatCount(listed.length, 'sample')} are printed.
          Export chosen saves all.
        </p>
      )}
      <table aria-label="Printed samples">
        <thead>
          <tr>
            <th>Name</th>
            <th>Tube ID</th>
            <th>Status</th>
            <th>Place</th>
            <th>
              <span className="read-aloud-only">Done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {printed.map(({ id, name, alias, status, custody, place }) => (
            <tr key={id}>
              <td>{name}</td>
              <td>
                <Mono>{alias}</Mono>
              </td>
              <td>
                <StatusTag status={status} /> <CustodyTag custody={custody} />
              </td>
              <td>{place ? pathText(place.path) : 'not in storage'}</td>
              <td>☐</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
