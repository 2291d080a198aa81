import { EyeOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { DeleteButton, EditLink, RowActions, RowLink } from '../../ui/row-actions.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'

type Props = { batch: { id: string; name: string }; onDelete: (refocus: () => void) => void }

export function BatchActions({ batch: { id, name }, onDelete }: Props) {
  const target = { name, params: { batchId: id } }
  return (
    <RowActions>
      <RowLink {...target} what="Show" to="/batches/$batchId" icon={<EyeOutlined aria-hidden />} />
      <EditLink {...target} to="/batches/$batchId/edit" />
      <DeleteButton name={name} onClick={onDelete} />
    </RowActions>
  )
}

/** The same actions as a menu, for narrow screens. */
export function BatchMenu({ batch: { id, name }, onDelete }: Props) {
  const navigate = useNavigate()
  const params = { batchId: id }
  return (
    <RowMenu
      name={name}
      onShow={() => navigate({ to: '/batches/$batchId', params })}
      onEdit={() => navigate({ to: '/batches/$batchId/edit', params })}
      onDelete={onDelete}
    />
  )
}
