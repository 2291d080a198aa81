import { parsePositionLabel } from '@lims/contract/positions.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { hasCode } from '../../api/call-error.ts'
import { storageQuery } from '../../entities/storage/storage-api.ts'
import { StorageSelect } from '../../entities/storage/storage-select.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { zodRule } from '../../forms/zod-rule.ts'
import { useOpenings } from '../../ui/use-openings.ts'
import { CellSelect, cellGone, firstFreeCell, startCell } from './cell-select.tsx'
import { useMoveStorage } from './fill/use-associate.ts'
import { isStorageGone, whyNotIn, whyNotLoaded } from './why-not-in.ts'

type Values = { parentID?: number; cell: string }

type Props = { storage: Storage; isOpen: boolean; onClose: () => void }

const parentRule = zodRule(z.number({ error: 'Please select a storage' }))

/** Places a storage into a cell of another. Begins at its current place each time. */
export const MoveStorageDialog = (props: Props) => <OpenDialog key={useOpenings(props.isOpen)} {...props} />

function OpenDialog({ storage: newest, isOpen, onClose }: Props) {
  const [storage] = useState(newest)
  const { alias, type, parentID, position } = storage
  const [form] = Form.useForm<Values>()
  const chosen = Form.useWatch('parentID', form)
  const { data: parent, error } = useQuery({ ...storageQuery(chosen ?? 0), enabled: chosen !== undefined })
  const problem = error && (!parent || isStorageGone(error)) ? whyNotLoaded(error) : undefined
  const move = useMoveStorage()
  const verb = parentID ? 'Move' : 'Place'
  const initialValues = { ...(parentID && { parentID }), cell: position ?? '' }

  function submit({ parentID: to = 0, cell: label }: Values) {
    if (to === parentID && label === position) return onClose()
    if (!parent) return
    const cell = parsePositionLabel(label, parent)
    // Sent without a cell, the storage would go to the first free one.
    if (label !== firstFreeCell && !cell)
      return form.setFields([{ name: 'cell', errors: [cellGone(label, parent)] }])
    // The storage was changed since: the page behind the dialog shows it as it is now.
    const onError = (failure: Error) => hasCode(failure, 'version-stale') && onClose()
    move.mutate({ storage, parentID: to, cell }, { onSuccess: onClose, onError })
  }

  return (
    <FormDialog
      form={form}
      title={`${verb} ${alias}`}
      isOpen={isOpen}
      onClose={onClose}
      onOpened={() => form.focusField('parentID')}
      okText={verb}
      isDisabled={chosen !== undefined && (!parent || problem !== undefined)}
      isWorking={move.isPending}
      draftName={`move.${storage.id}`}
      initialValues={initialValues}
      onValuesChange={({ parentID: to }: Partial<Values>) =>
        to !== undefined && form.setFieldValue('cell', startCell(to, storage))
      }
      onSubmit={submit}
    >
      <Form.Item
        name="parentID"
        label="Into"
        rules={[parentRule]}
        {...(problem && { validateStatus: 'error', help: problem })}
      >
        <StorageSelect
          placeholder="Choose a storage"
          whyNot={(parent) =>
            parent.id === storage.id ? 'A storage cannot contain itself' : whyNotIn(parent, type)
          }
        />
      </Form.Item>
      {chosen !== undefined && (
        <Form.Item name="cell" label="Cell">
          <CellSelect storageId={chosen} edited={storage} />
        </Form.Item>
      )}
    </FormDialog>
  )
}
