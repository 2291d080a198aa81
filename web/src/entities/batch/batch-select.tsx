import { asOneLine } from '@lims/contract/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { refetchOnOpen } from '../../api/refetch-on-open.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useNamedChoice, withChosen } from '../../ui/use-named-choice.ts'
import { batchChoicesQuery, batchQuery } from './batch-api.ts'

type Props = {
  /** The form item around it passes these. */
  id?: string
  value?: string | undefined
  onChange?: (id: string) => void
}

/** Chooses a batch. The server searches by name, so that any of thousands can be found. */
export function BatchSelect({ value, ...select }: Props) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const query = useDebounced(text) || undefined
  const found = useQuery(batchChoicesQuery(query))
  const chosen = useQuery({ ...batchQuery(value ?? ''), enabled: Boolean(value) })
  const batches = withChosen(found.data?.batches ?? [], query ? undefined : chosen.data)
  const isFound = text === (query ?? '') && !found.isPending && !found.isPlaceholderData
  const byName = useNamedChoice({
    text,
    isFound,
    named: batches.find(({ name }) => name.toLowerCase() === asOneLine(text).toLowerCase())?.id,
    onChoose: select.onChange,
  })

  function handleOpen(isOpen: boolean) {
    byName.onOpenChange(isOpen)
    refetchOnOpen(found, isOpen)
  }

  const noneFound = query ? 'No batch with this name' : 'No batches yet. Create one first.'
  const whyEmpty = isFound ? noneFound : 'Searching …'

  return (
    <Select
      {...select}
      {...byName}
      onOpenChange={handleOpen}
      value={value || null}
      placeholder="Choose a batch"
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={found.isLoadingError ? 'The batches could not be loaded' : whyEmpty}
      options={batches.map(({ id, name }) => ({ value: id, label: name, title: name }))}
      labelRender={({ label }) => label ?? chosen.data?.name ?? ''}
    />
  )
}
