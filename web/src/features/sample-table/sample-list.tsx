import { Button } from 'antd'
import { type ComponentProps, type ReactNode, useCallback } from 'react'
import { hasCode, textWithStatus } from '../../api/call-error.ts'
import { NextPageError } from '../../api/query-error.tsx'
import { type DeletedSample, useDeleteSample } from '../../entities/deletion/use-delete-sample.ts'
import { LoadError } from '../../ui/load-error.tsx'
import styles from './printed-list.module.css'
import { SampleTree } from './sample-tree.tsx'
import type { useSampleRows } from './use-sample-rows.ts'

type Props = Omit<
  ComponentProps<typeof SampleTree>,
  'rows' | 'closed' | 'onToggle' | 'isLoading' | 'hasMore' | 'onNearEnd' | 'onDelete'
> & {
  list: Omit<ReturnType<typeof useSampleRows>, 'found'>
  /** All that match, which only paper shows. */
  printedPage: ReactNode
  onDeleted: (sampleId: string) => void
  /** Removes filters and order, as the person may not use all of them. */
  onShowAll: () => void
}

/** The table of samples, or why they could not be fetched; on paper all that match. */
export function SampleList({ list, printedPage, onDeleted, onShowAll, ...tree }: Props) {
  const { rows, closed, toggle, isLoading, failure, retry, hasMore, loadMore, moreFailure } = list
  const { mutate: deleteSample } = useDeleteSample()
  const handleDelete = useCallback(
    (sample: DeletedSample) => deleteSample(sample, { onSuccess: () => onDeleted(sample.id) }),
    [deleteSample, onDeleted],
  )
  return (
    <>
      {failure ? (
        <LoadError
          title="Failed to fetch samples"
          text={textWithStatus(failure)}
          onRetry={retry}
          wayOut={
            hasCode(failure, 'permission-denied') && (
              <Button size="small" onClick={onShowAll}>
                Show all samples
              </Button>
            )
          }
        />
      ) : (
        <div className={printedPage ? 'not-printed' : ''}>
          <SampleTree
            {...tree}
            rows={rows}
            closed={closed}
            onToggle={toggle}
            isLoading={isLoading}
            hasMore={hasMore}
            onNearEnd={loadMore}
            onDelete={handleDelete}
          />
          <NextPageError title="More samples could not be loaded" failure={moreFailure} onRetry={loadMore} />
        </div>
      )}
      {printedPage ?? <PrintedPartly />}
    </>
  )
}

/** On paper, where the list was printed by the menu of the browser, which cannot wait for the rest. */
function PrintedPartly() {
  return (
    <p className={styles.paper}>
      Only the rows on the screen are printed. Use the button that prints the list, or Ctrl+P, to print all.
    </p>
  )
}
