import { displayName, SampleStatus } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { useMay } from '../../../entities/session/use-may.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { MoreFilters } from './more-filters.tsx'
import styles from './sample-filters.module.css'
import type { ChosenFilters } from './sample-list-search.ts'

const statusChoices = SampleStatus.options.map((status) => ({ value: status, label: displayName(status) }))
const typeChoices = SampleType.options.map((type) => ({ value: type, label: displayName(type) }))

type Props = {
  chosen: ChosenFilters
  onChange: (change: ChosenFilters) => void
  /** Beside 'More filters'. */
  children: ReactNode
}

export function SampleFilters({ chosen, onChange, children }: Props) {
  const maySeeSubjects = useMay('subject.read')
  return (
    <search className={styles.filters}>
      <SearchField
        label="Search name, tube id, type or notes"
        value={chosen.query}
        onSearch={(query) => onChange({ query })}
      />
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
        allowClear
        options={typeChoices}
        value={chosen.sampleType ?? null}
        onChange={(sampleType: SampleType | undefined) => onChange({ sampleType })}
      />
      <Select
        aria-label="Status"
        placeholder="Status"
        allowClear
        options={statusChoices}
        optionRender={({ value }) => <StatusTag status={value as SampleStatus} />}
        value={chosen.status ?? null}
        onChange={(status: SampleStatus | undefined) => onChange({ status })}
      />
      <div className={styles.buttons}>
        <MoreFilters chosen={chosen} onChange={onChange} />
        {children}
      </div>
    </search>
  )
}
