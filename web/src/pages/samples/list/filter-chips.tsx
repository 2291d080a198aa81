import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useFurtherFilters } from '../../../features/sample-table/use-further-filters.ts'
import styles from './sample-filters.module.css'
import type { ChosenFilters } from './sample-list-search.ts'

type Props = { chosen: ChosenFilters; onChange: (change: ChosenFilters) => void }

/** The filters that are set behind 'More filters', each with a click that removes it. */
export function FilterChips({ chosen, onChange }: Props) {
  const chips = useFurtherFilters(chosen)
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="Further filters">
      {chips.map(({ name, value, path, removal }) => (
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
            <span title={`${name}: ${path ?? value}`}>
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
