import { FilterOutlined } from '@ant-design/icons'
import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { PanelButton } from '../../../ui/panel-button.tsx'
import styles from './sample-filters.module.css'
import type { ChosenFilters } from './sample-list-search.ts'

const loadFields = () =>
  import('./more-filter-fields.tsx').then((file) => ({ default: file.MoreFilterFields }))
const Fields = lazy(loadFields)
/** Before the button is pressed, so that the panel opens with its fields. */
const preloadFields = () => void loadFields().catch(() => undefined)

type Props = { chosen: ChosenFilters; onChange: (change: ChosenFilters) => void }

const countSet = ({ storageId, custody, hasPlace, hasFile, createdFrom, createdTo }: ChosenFilters) =>
  [storageId, custody, hasPlace, hasFile, createdFrom ?? createdTo].filter((value) => value !== undefined)
    .length

/** The filters that are needed less often, behind a button that says how many are set. */
export function MoreFilters(props: Props) {
  const count = countSet(props.chosen)
  const panel = (
    <Suspense fallback={<Skeleton className={styles.more ?? ''} active />}>
      <Fields {...props} />
    </Suspense>
  )
  return (
    <PanelButton
      panel={panel}
      icon={<FilterOutlined aria-hidden />}
      onPointerEnter={preloadFields}
      onFocus={preloadFields}
    >
      {count > 0 ? `More filters (${count})` : 'More filters'}
    </PanelButton>
  )
}
