import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { type ByPartOfId, sampleTypesOf, statusesOf } from '@lims/contract/sample-filters.ts'
import type { SampleSort } from '@lims/contract/sample-sort.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { SampleTreeReply } from '@lims/contract/sample-tree.ts'
import type { SampleListReply } from '@lims/contract/samples.ts'
import { formatSamplesAndChildren } from '../../entities/batch/batch-api.ts'
import {
  fetchAllSorted,
  fetchWholeTree,
  maxPrintedSamples,
  type TreeFilter,
} from '../../entities/sample/sample-api.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import { Mono } from '../../ui/mono.tsx'
import { useColumnChoice } from './column-choice.ts'
import styles from './printed-list.module.css'
import { type ColumnKey, sampleColumns } from './sample-columns.tsx'
import { type BatchRow, flatRows, matchingSamples, type SampleRow, treeRows } from './tree-rows.ts'
import { useFurtherFilters } from './use-further-filters.ts'

export type Order = { filter: TreeFilter; sort: SampleSort | undefined }
/** The rows, and the filters and the order for which they were loaded. */
type Props = Order & { rows: BatchRow[]; byPartOfId: ByPartOfId }

/** The list on paper: a plain table with all its rows, with the columns of the screen. Not visible on the screen. */
export function PrintedList({ rows, sort, filter, byPartOfId }: Props) {
  const columns = useColumnChoice().columns.filter((key) => key !== 'tubeId')
  const further = useFurtherFilters(filter).map(({ name, value, path = value }) => `${name} ${path}`)
  const words = [...filterWords(filter, byPartOfId), ...further]
  return (
    <div className={styles.paper}>
      <p>
        {words.length > 0 && `${words.join(' · ')} · `}
        printed {formatInstant(Date.now())}
      </p>
      <table aria-label="Samples">
        <thead>
          <tr>
            <th>Sample</th>
            <th>Tube ID</th>
            {columns.map((key) => (
              <th key={key}>{sampleColumns[key].title}</th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={row.key}>
            {!sort && (
              <tr className={styles.batch}>
                <th colSpan={columns.length + 2} scope="rowgroup">
                  {`${row.batch.name} `}
                  <span>{batchCounts(row)}</span>
                </th>
              </tr>
            )}
            {row.children.flatMap((sample) => [
              <PrintedRow key={sample.key} row={sample} columns={columns} />,
              ...(sample.children ?? []).map((child) => (
                <PrintedRow key={child.key} row={child} columns={columns} isChild />
              )),
            ])}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** '31 samples and 60 children'; if some of them do not match the filters, also '3 match the filters'. */
function batchCounts(row: BatchRow): string {
  const matching = matchingSamples([row]).length
  const counts = formatSamplesAndChildren(row.batch)
  if (matching >= row.batch.numSamples) return counts
  return `${counts} · ${formatNumber(matching)} ${matching === 1 ? 'matches' : 'match'} the filters`
}

type RowProps = { row: SampleRow; columns: readonly ColumnKey[]; isChild?: boolean }

function PrintedRow({ row: { sample, isContext }, columns, isChild = false }: RowProps) {
  return (
    <tr className={isContext ? styles.context : undefined}>
      <td className={isChild ? styles.child : undefined}>
        {sample.name}
        {isContext && <small> (does not match the filters)</small>}
      </td>
      <td>
        <Mono>{sample.alias}</Mono>
      </td>
      {columns.map((key) => (
        <td key={key} className={sampleColumns[key].align === 'end' ? styles.end : undefined}>
          {key === 'place' ? wholePlace(sample) : sampleColumns[key].render(sample)}
        </td>
      ))}
    </tr>
  )
}

/** The column on the screen shows the cell and the storages next to it; on paper there is room for all. */
const wholePlace = ({ place }: SampleRow['sample']) => (place ? pathText(place.path) : 'no place')

/** The filters of the fields, which are not printed. */
const filterWords = (
  { query, subjectId, siteId, sampleType, status }: TreeFilter,
  byPartOfId: ByPartOfId,
): string[] => [
  ...(query ? [`‘${query}’`] : []),
  ...(subjectId ? [`Subject ${byPartOfId?.includes('subjectId') ? 'contains ' : ''}${subjectId}`] : []),
  ...(siteId ? [`Site ${byPartOfId?.includes('siteId') ? 'contains ' : ''}${siteId}`] : []),
  ...(sampleType ? [`Type ${sampleTypesOf(sampleType).map(displayName).join(' or ')}`] : []),
  ...(status ? [`Status ${statusesOf(status).map(displayName).join(' or ')}`] : []),
]

type Rows = { pages: (SampleListReply | SampleTreeReply)[]; rows: BatchRow[] }

/**
 * Loads pages until all are loaded, or there are too many, which `tooManyText` then says: others may add samples while
 * pages are loaded.
 */
export async function loadRows(order: Order): Promise<Rows & { tooManyText: string | undefined }> {
  const loaded = await loadPages(order)
  const found = loaded.pages.at(-1)
  const isTooMany = found !== undefined && found.totalSamples > maxPrintedSamples
  return { ...loaded, tooManyText: isTooMany ? describeTooMany(found) : undefined }
}

async function loadPages({ filter, sort }: Order): Promise<Rows> {
  if (sort) {
    const pages = await fetchAllSorted(filter, sort, maxPrintedSamples)
    return { pages, rows: flatRows(pages) }
  }
  const pages = await fetchWholeTree(filter, maxPrintedSamples)
  return { pages, rows: treeRows(pages) }
}

const describeTooMany = ({
  totalSamples,
  totalIsExact,
}: Pick<SampleListReply, 'totalSamples' | 'totalIsExact'>) =>
  `${totalIsExact ? '' : 'More than '}${formatCount(totalSamples, 'sample')} match, and at most ${formatNumber(maxPrintedSamples)} are printed at once. Narrow the filters, or export the list.`
