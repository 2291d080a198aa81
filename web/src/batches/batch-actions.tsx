import { DeleteOutlined, EditOutlined, EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { LinkButton } from '../ui/link-button.tsx'

type Props = { batch: { id: string; name: string }; onDelete: () => void }

/** Show, edit and delete of one batch, as icons with names. */
export function BatchActions({ batch: { id, name }, onDelete }: Props) {
  const look = { color: 'default', variant: 'text', size: 'small' } as const
  const params = { batchId: id }
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <LinkButton
        {...look}
        to="/batches/$batchId"
        params={params}
        icon={<EyeOutlined aria-hidden />}
        aria-label={`Show ${name}`}
        title="Show"
      />
      <LinkButton
        {...look}
        to="/batches/$batchId/edit"
        params={params}
        icon={<EditOutlined aria-hidden />}
        aria-label={`Edit ${name}`}
        title="Edit"
      />
      <Button
        {...look}
        color="danger"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={onDelete}
      />
    </span>
  )
}
