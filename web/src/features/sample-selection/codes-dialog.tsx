import { formatCount } from '@lims/contract/format-count.ts'
import { Button, Modal } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea.js'
import { useRef, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { CodeEntry } from './code-entry.tsx'
import { CodeGroups, chosenIdsOf, type SettledCodes } from './code-groups.tsx'
import { resolveCodes } from './resolve-codes.ts'
import { useCodeList } from './use-code-list.ts'

type Props = {
  /** What the field holds at first. Unless it is empty, its samples are searched as soon as the dialog is open. */
  list: string
  isOpen: boolean
  /** The list is kept when samples are selected, until `forgetKeptCodes` is called: a further dialog follows. */
  keepsList?: boolean
  /** Called with the ids of the samples, in the order of the list. */
  onSelect: (sampleIds: string[]) => void
  onClose: () => void
}

/** Finds the samples of a list of codes, lets a person settle ambiguous ones, and selects them. */
export function CodesDialog({ list: given, isOpen, keepsList = false, onSelect, onClose }: Props) {
  const list = useCodeList(given)
  const field = useRef<TextAreaRef>(null)
  const search = useWrite({ mutationFn: resolveCodes, meta: { handlesErrors: true } })
  const [settled, setSettled] = useState<SettledCodes>(new Map())
  const result = search.data
  const ids = result ? chosenIdsOf(result, settled) : []
  const canFind = list.codes.length > 0 && !list.isTooLong

  function find() {
    if (!canFind) return
    setSettled(new Map())
    search.mutate(list.codes)
  }

  function select() {
    if (!keepsList) list.forget()
    onSelect(ids)
  }

  function cancel() {
    list.forget()
    onClose()
  }

  function start() {
    field.current?.focus()
    if (given) find()
  }

  const footer = result ? (
    <>
      <Button key="back" autoFocus={ids.length === 0} onClick={search.reset}>
        Back to the list
      </Button>
      <Button key="select" type="primary" autoFocus disabled={ids.length === 0} onClick={select}>
        Select {formatCount(ids.length, 'sample')}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={cancel}>Cancel</Button>
      <Button type="primary" disabled={!canFind} loading={search.isPending} onClick={find}>
        Find samples
      </Button>
    </>
  )

  return (
    <Modal
      title="Select from a list of codes"
      open={isOpen}
      onCancel={onClose}
      afterOpenChange={(opened) => opened && start()}
      footer={footer}
      width={640}
      destroyOnHidden
    >
      {result ? (
        <CodeGroups result={result} settled={settled} onSettle={setSettled} />
      ) : (
        <CodeEntry
          list={list}
          field={field}
          keptUntil={keepsList ? 'the pick list was created' : 'its samples were selected'}
          failure={search.error}
          onFind={find}
        />
      )}
    </Modal>
  )
}
