import { formatNumber } from '@lims/contract/format-count.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { isCodeOfStorage } from '@lims/contract/storage-code.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { useQuery } from '@tanstack/react-query'
import { type RefSelectProps, Select } from 'antd'
import { type Ref, useState } from 'react'
import { refetchOnOpen } from '../../api/refetch-on-open.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useNamedChoice, withChosen } from '../../ui/use-named-choice.ts'
import { withoutAimIdentifier } from '../sample/extract-identifier.ts'
import { pathText } from './path-text.ts'
import { storageListQuery, storageQuery } from './storage-api.ts'
import styles from './storage-select.module.css'
import { formatOccupancy, formatStorageType, pluralOfStorageType } from './storage-text.ts'

const maxChoices = 100

type Props = {
  /** Set by the form item around it. */
  id?: string
  value?: number | undefined
  onChange?: (id: number) => void
  'aria-label'?: string
  placeholder?: string
  /** Only storages of this type. */
  type?: StorageType
  /** The label of the choice 'none', whose value is 0. */
  none?: string
  /** Returns why a storage cannot be chosen, or undefined if it can. */
  whyNot?: (storage: Storage) => string | undefined
  ref?: Ref<RefSelectProps>
}

/**
 * Chooses a storage. The server searches by name, by path or by the code on the label, so that any of ten thousand
 * storages can be found, and a label can be scanned into the field.
 */
export function StorageSelect({ value, type, none, whyNot, ...select }: Props) {
  const [typed, setTyped] = useState('')
  const text = withoutAimIdentifier(typed.trim())
  const query = useDebounced(text) || undefined
  const found = useQuery(storageListQuery({ pageNumber: 0, pageSize: maxChoices, query, type }))
  const chosen = useQuery({ ...storageQuery(value ?? 0), enabled: value !== undefined && value > 0 })
  const storages = withChosen(found.data?.storages ?? [], query ? undefined : chosen.data)
  const isFound = text === (query ?? '') && !found.isPending && !found.isPlaceholderData
  const named = storages.filter((storage) => isCodeOfStorage(text, storage) && !whyNot?.(storage))
  const byName = useNamedChoice({
    text,
    isFound,
    named: named.length === 1 ? named[0]?.id : undefined,
    onChoose: select.onChange,
  })

  const numMore = (found.data?.totalStorages ?? 0) - maxChoices

  function handleOpen(isOpen: boolean) {
    byName.onOpenChange(isOpen)
    refetchOnOpen(found, isOpen)
  }

  const whyEmpty = query
    ? 'No storage of that name'
    : `No ${pluralOfStorageType(type)} yet. Create one first.`

  const options: Option[] = [
    ...(none && !query ? [{ value: 0, label: none }] : []),
    ...(found.isLoadingError ? [notLoaded] : []),
    ...storages.map((storage) => ({
      value: storage.id,
      label: storage.alias,
      title: storage.alias,
      storage,
      disabled: whyNot?.(storage) !== undefined,
    })),
  ]

  return (
    <Select
      {...select}
      {...byName}
      onOpenChange={handleOpen}
      value={value ?? null}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={isFound ? whyEmpty : 'Searching …'}
      options={options}
      popupRender={(choices) => (
        <>
          {choices}
          {numMore > 0 && (
            <small className={styles.more}>
              {`${formatNumber(numMore)} more: type the name, or the path, such as Freezer 1 Box 1`}
            </small>
          )}
        </>
      )}
      labelRender={({ label }) => label ?? chosen.data?.alias ?? ''}
      optionRender={({ data: { storage, label } }) =>
        storage ? <Choice storage={storage} whyNot={whyNot?.(storage)} /> : label
      }
    />
  )
}

type Option = { value: number; label: string; title?: string; storage?: Storage; disabled?: boolean }

/** In place of those that would be found. */
const notLoaded: Option = { value: -1, label: 'The storages could not be loaded', disabled: true }

function Choice({ storage, whyNot }: { storage: Storage; whyNot: string | undefined }) {
  const { alias, type, parentPath, position } = storage
  const place = parentPath ? `in ${pathText(parentPath)}, ${position}` : 'top level'
  return (
    <span className={styles.choice}>
      <span>{alias}</span>
      <small>{whyNot ?? `${formatStorageType(type)} · ${place} · ${formatOccupancy(storage)}`}</small>
    </span>
  )
}
