import { FilterOutlined } from '@ant-design/icons'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PanelButton } from '../../../ui/panel-button.tsx'
import styles from './sample-filters.module.css'
import type { ChosenFilters } from './sample-list-search.ts'

const Fields = lazyPart(() => import('./more-filter-fields.tsx').then((file) => file.MoreFilterFields), {
  className: styles.more,
})

type Props = { chosen: ChosenFilters; onChange: (change: ChosenFilters) => void }

/** Returns how many of the filters behind the button are set. */
export const countMoreFilters = ({
  storageId,
  custody,
  hasPlace,
  hasFile,
  createdFrom,
  createdTo,
}: ChosenFilters) =>
  [storageId, custody, hasPlace, hasFile, createdFrom ?? createdTo].filter((value) => value !== undefined)
    .length

/** The filters that are needed less often, behind a button that says how many are set. */
export function MoreFilters(props: Props) {
  const count = countMoreFilters(props.chosen)
  return (
    <PanelButton
      panel={<Fields {...props} />}
      icon={<FilterOutlined aria-hidden />}
      onPointerEnter={Fields.preload}
      onFocus={Fields.preload}
    >
      {count > 0 ? `More filters (${count})` : 'More filters'}
    </PanelButton>
  )
}
