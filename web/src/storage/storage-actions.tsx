import { AppstoreOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { LinkButton } from '../ui/link-button.tsx'

const question = 'Are you sure you want to delete this storage? This action cannot be undone.'

type Props = { id: number; alias: string; onDelete: (storage: { id: number; alias: string }) => void }

/** Edit, enhanced view and delete of one storage, as icons with names. */
export function StorageActions({ id, alias, onDelete }: Props) {
  const { modal } = App.useApp()
  const params = { storageId: `${id}` }
  const look = { variant: 'text', color: 'default', size: 'small' } as const
  const ask = () =>
    modal.confirm({
      title: question,
      content: alias,
      okText: 'Delete',
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: () => onDelete({ id, alias }),
    })
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <LinkButton
        {...look}
        to="/storage/$storageId/edit"
        params={params}
        icon={<EditOutlined aria-hidden />}
        aria-label={`Edit ${alias}`}
        title="Edit"
      />
      <LinkButton
        {...look}
        to="/storage/$storageId/enhanced"
        params={params}
        icon={<AppstoreOutlined aria-hidden />}
        aria-label={`Enhanced View of ${alias}`}
        title="Enhanced View"
      />
      <Button
        {...look}
        color="danger"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`Delete ${alias}`}
        title="Delete"
        onClick={ask}
      />
    </span>
  )
}
