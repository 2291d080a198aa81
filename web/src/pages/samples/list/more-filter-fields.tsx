import { Custody } from '@lims/contract/custody.ts'
import type { YesOrNo } from '@lims/contract/sample-filters.ts'
import { Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { custodyName } from '../../../entities/custody/custody-tag.tsx'
import { StorageSelect } from '../../../entities/storage/storage-select.tsx'
import { DayField } from '../../../ui/day-field.tsx'
import styles from './sample-filters.module.css'
import type { ChosenFilters } from './sample-list-search.ts'

type Props = { chosen: ChosenFilters; onChange: (change: ChosenFilters) => void }

const custodyChoices = Custody.options.map((custody) => ({ value: custody, label: custodyName(custody) }))
const placeChoices: { value: YesOrNo; label: string }[] = [
  { value: 'yes', label: 'In storage' },
  { value: 'no', label: 'No place yet' },
]
const fileChoices: { value: YesOrNo; label: string }[] = [
  { value: 'yes', label: 'With a data file' },
  { value: 'no', label: 'Without a data file' },
]

/** The fields of the panel below 'More filters'. */
export function MoreFilterFields({ chosen, onChange }: Props) {
  const id = useId()
  return (
    <search className={styles.more} aria-label="More filters">
      <Field id={`${id}storage`} label="In this storage, with all below it">
        <StorageSelect
          id={`${id}storage`}
          placeholder="Any storage"
          none="Any storage"
          value={chosen.storageId}
          onChange={(storageId) => onChange({ storageId: storageId || undefined })}
        />
      </Field>
      <Field id={`${id}custody`} label="Custody">
        <Select
          id={`${id}custody`}
          placeholder="Any"
          allowClear
          options={custodyChoices}
          value={chosen.custody ?? null}
          onChange={(custody: Custody | undefined) => onChange({ custody })}
        />
      </Field>
      <Field id={`${id}place`} label="Place">
        <Select
          id={`${id}place`}
          placeholder="Any"
          allowClear
          options={placeChoices}
          value={chosen.hasPlace ?? null}
          onChange={(hasPlace: YesOrNo | undefined) => onChange({ hasPlace })}
        />
      </Field>
      <Field id={`${id}file`} label="Data file">
        <Select
          id={`${id}file`}
          placeholder="Any"
          allowClear
          options={fileChoices}
          value={chosen.hasFile ?? null}
          onChange={(hasFile: YesOrNo | undefined) => onChange({ hasFile })}
        />
      </Field>
      <Field id={`${id}from`} label="Registered from">
        <DayField
          id={`${id}from`}
          value={chosen.createdFrom}
          onChange={(createdFrom) => onChange({ createdFrom })}
        />
      </Field>
      <Field id={`${id}to`} label="Registered to">
        <DayField
          id={`${id}to`}
          isEnd
          value={chosen.createdTo}
          onChange={(createdTo) => onChange({ createdTo })}
        />
      </Field>
    </search>
  )
}

function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}
