import { FilterOutlined } from '@ant-design/icons'
import { sampleTypesOf, statusesOf } from '@lims/contract/sample-filters.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import { Button, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { statusChoices, typeChoices } from '../../../entities/sample/sample-choices.ts'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { useMay } from '../../../entities/session/use-may.ts'
import { chooseByTyping } from '../../../ui/choose-by-typing.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { useAtMost } from '../../../ui/use-media.ts'
import { countMoreFilters, MoreFilters } from './more-filters.tsx'
import styles from './sample-filters.module.css'
import type { ChosenFilters } from './sample-list-search.ts'

/** One value is shown by its name, several by their number, so that the field stays one line high. */
const choosesSeveral = (noun: string) =>
  ({
    mode: 'multiple',
    maxTagCount: 0,
    maxTagPlaceholder: (chosen: readonly { label?: ReactNode }[]) =>
      chosen.length > 1 ? `${chosen.length} ${noun}` : chosen[0]?.label,
    allowClear: true,
    showSearch: chooseByTyping,
    popupMatchSelectWidth: false,
    listHeight: 320,
  }) as const

type Props = {
  chosen: ChosenFilters
  onChange: (change: ChosenFilters) => void
  /** Beside 'More filters'. */
  children: ReactNode
}

/** On a narrow screen a button shows and hides all but the search, and says how many filters are set. */
export function SampleFilters(props: Props) {
  const { chosen, onChange } = props
  const isNarrow = useAtMost('sm')
  const [isOpen, setOpen] = useState(false)
  const count = countFilters(chosen)
  return (
    <search className={styles.filters}>
      <div className={styles.search}>
        <SearchField
          label="Search name, tube ID, type or notes"
          value={chosen.query}
          onSearch={(query) => onChange({ query })}
        />
        {isNarrow && (
          <Button
            icon={<FilterOutlined aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
          >
            {count > 0 ? `Filters (${count})` : 'Filters'}
          </Button>
        )}
      </div>
      {/* Hidden, they keep what was typed last. */}
      <div className={styles.fields} hidden={isNarrow && !isOpen}>
        <Fields {...props} />
      </div>
    </search>
  )
}

const countFilters = ({ subjectId, siteId, sampleType, status, ...others }: ChosenFilters) =>
  [subjectId, siteId, sampleType, status].filter((value) => value !== undefined).length +
  countMoreFilters(others)

function Fields({ chosen, onChange, children }: Props) {
  const maySeeSubjects = useMay('subject.read')
  return (
    <>
      {maySeeSubjects && (
        <>
          <SearchField
            label="Subject ID"
            value={chosen.subjectId}
            onSearch={(subjectId) => onChange({ subjectId })}
          />
          <SearchField label="Site ID" value={chosen.siteId} onSearch={(siteId) => onChange({ siteId })} />
        </>
      )}
      <Select
        aria-label="Type"
        placeholder="Type"
        {...choosesSeveral('types')}
        options={typeChoices}
        value={sampleTypesOf(chosen.sampleType)}
        onChange={(types: SampleType[]) => onChange({ sampleType: types.join() || undefined })}
      />
      <Select
        aria-label="Status"
        placeholder="Status"
        {...choosesSeveral('statuses')}
        options={statusChoices}
        optionRender={({ value }) => <StatusTag status={value as SampleStatus} />}
        value={statusesOf(chosen.status)}
        onChange={(statuses: SampleStatus[]) => onChange({ status: statuses.join() || undefined })}
      />
      <div className={styles.buttons}>
        <MoreFilters chosen={chosen} onChange={onChange} />
        {children}
      </div>
    </>
  )
}
