import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Select, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { QueryError } from '../../../api/query-error.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import styles from './fill-position.module.css'
import { PickTable } from './pick-table.tsx'

/** What a person looks for. A new text or filter begins at the first page. */
export function usePickSearch<Filter extends string>() {
  const [page, setPage] = useState(1)
  const [text, setText] = useState<string>()
  const [filter, setFilter] = useState<Filter>()
  return {
    page,
    text,
    filter,
    setPage,
    setText: (wanted: string | undefined) => {
      setText(wanted)
      setPage(1)
    },
    setFilter: (wanted: Filter | undefined) => {
      setFilter(wanted)
      setPage(1)
    },
  }
}

type Props<Row, Filter extends string> = {
  search: ReturnType<typeof usePickSearch<Filter>>
  searchLabel: string
  filterLabel: string
  filterChoices: { value: Filter; label: string }[]
  list: Pick<UseQueryResult, 'error' | 'refetch' | 'isError' | 'isPending' | 'isPlaceholderData'>
  rows: readonly Row[] | undefined
  total: number | undefined
  columns: TableColumnsType<Row>
  nameOf: (row: Row) => string
  isDisabled?: (row: Row) => boolean
  emptyText: string
  failedTitle: string
  /** Shown if the list cannot be fetched. */
  demo: ReactNode
  submitText: string
  isSubmitting: boolean
  /** Gets the row as it is listed now, and as it was when it was chosen. */
  onSubmit: (listed: Row, chosen: Row) => void
  onBack: () => void
}

/** The step that puts one record of a list into the cell. Enter, as of a scanner, chooses the only hit of a text. */
export function AssociateStep<Row extends { id: string | number }, Filter extends string>({
  search,
  list,
  rows = [],
  total = 0,
  onSubmit,
  ...props
}: Props<Row, Filter>) {
  const [chosen, setChosen] = useState<Row>()
  // Only a visible row counts as chosen: a late search result may have removed it.
  const listed = rows.find(({ id }) => id === chosen?.id)
  /** The text that was ended with Enter, until its rows are there. */
  const [entered, setEntered] = useState<string>()
  const isFound = !list.isPending && !list.isPlaceholderData && entered === search.text
  if (entered !== undefined && isFound) {
    const [only] = total === 1 ? rows : []
    if (only && !props.isDisabled?.(only)) setChosen(only)
    setEntered(undefined)
  }

  return (
    <>
      <div className={styles.tools}>
        <SearchField
          label={props.searchLabel}
          value={search.text}
          onSearch={(text) => {
            setEntered(undefined)
            search.setText(text)
          }}
          onEnter={(text) => setEntered(text || undefined)}
        />
        <Select<Filter>
          aria-label={props.filterLabel}
          placeholder={props.filterLabel}
          allowClear
          options={props.filterChoices}
          value={search.filter ?? null}
          onChange={search.setFilter}
        />
      </div>
      {list.isError ? (
        <>
          <QueryError title={props.failedTitle} query={list} />
          {props.demo}
        </>
      ) : (
        <PickTable
          query={list}
          rows={rows}
          total={total}
          page={search.page}
          onPage={search.setPage}
          columns={props.columns}
          chosen={listed}
          onChoose={setChosen}
          nameOf={props.nameOf}
          isDisabled={props.isDisabled}
          empty={<EmptyState text={props.emptyText} />}
        />
      )}
      <div role="status" className="read-aloud-only">
        {listed && `${props.nameOf(listed)}: chosen`}
      </div>
      <div className={styles.buttons}>
        <Button onClick={props.onBack}>Back</Button>
        <Button
          type="primary"
          disabled={!listed || list.isError}
          loading={props.isSubmitting}
          onClick={() => chosen && listed && onSubmit(listed, chosen)}
        >
          {props.submitText}
        </Button>
      </div>
    </>
  )
}
