import { EyeOutlined } from '@ant-design/icons'
import { DeleteButton, EditLink, RowActions, RowLink } from '../ui/row-actions.tsx'

type Props = { batch: { id: string; name: string }; onDelete: (refocus: () => void) => void }

export function BatchActions({ batch: { id, name }, onDelete }: Props) {
  const of = { name, params: { batchId: id } }
  return (
    <RowActions>
      <RowLink {...of} what="Show" to="/batches/$batchId" icon={<EyeOutlined aria-hidden />} />
      <EditLink {...of} to="/batches/$batchId/edit" />
      <DeleteButton name={name} onClick={onDelete} />
    </RowActions>
  )
}
