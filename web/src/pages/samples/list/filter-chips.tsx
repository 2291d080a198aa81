import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { custodyName } from '../../../entities/custody/custody-tag.tsx'
import { storageQuery } from '../../../entities/storage/storage-api.ts'
import { formatPeriod } from './linked-filters.tsx'
import styles from './sample-filters.module.css'
import type { ChosenFilters } from './sample-list-search.ts'

type Props = { chosen: ChosenFilters; onChange: (change: ChosenFilters) => void }

/** The filters that are set behind 'More filters', each with a click that removes it. */
export function FilterChips({ chosen, onChange }: Props) {
  const { storageId, custody, hasPlace, hasFile, createdFrom, createdTo } = chosen
  const storage = useQuery({ ...storageQuery(storageId ?? 0), enabled: storageId !== undefined })
  const period = formatPeriod({ reachedFrom: createdFrom, reachedTo: createdTo })
  const chips: [name: string, value: string, removal: ChosenFilters][] = []
  if (storageId) {
    const name = storage.data?.alias ?? (storage.isError ? 'a storage that does not exist' : '…')
    chips.push(['Storage', name, { storageId: undefined }])
  }
  if (custody) chips.push(['Custody', custodyName(custody), { custody: undefined }])
  if (hasPlace) chips.push(['Place', hasPlace === 'yes' ? 'in storage' : 'none yet', { hasPlace: undefined }])
  if (hasFile) chips.push(['Data file', hasFile === 'yes' ? 'linked' : 'none', { hasFile: undefined }])
  if (createdFrom || createdTo) {
    chips.push(['Registered', period, { createdFrom: undefined, createdTo: undefined }])
  }
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="Further filters">
      {chips.map(([name, value, removal]) => (
        <li key={name}>
          <Button
            aria-label={`Remove the filter ${name}: ${value}`}
            icon={<CloseOutlined aria-hidden />}
            iconPlacement="end"
            onClick={({ currentTarget }) => {
              focusNext(currentTarget)
              onChange(removal)
            }}
          >
            <span>
              {name}: <strong>{value}</strong>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Moves the focus to the next filter, else to the search field: the pressed button disappears. */
function focusNext(button: HTMLElement) {
  const item = button.closest('li')
  const other = item?.nextElementSibling ?? item?.previousElementSibling
  const next =
    other?.querySelector('button') ?? document.querySelector<HTMLElement>('main input[type="search"]')
  next?.focus()
}
