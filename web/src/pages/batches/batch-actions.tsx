import { EyeOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { DeleteButton, EditLink, RowActions, RowLink } from '../../ui/row-actions.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'

type Props = { batch: { id: string; name: string }; onDelete: (refocus: () => void) => void }

export function BatchActions({ batch: { id, name }, onDelete }: Props) {
  const target = { name, params: { batchId: id } }
  const edit = useDeniedProps('batch.edit')
  const remove = useDeniedProps('batch.delete')
  return (
    <RowActions>
      <RowLink {...target} what="Show" to="/batches/$batchId" icon={<EyeOutlined aria-hidden />} />
      <EditLink {...target} {...edit} to="/batches/$batchId/edit" />
      <DeleteButton name={name} {...remove} onClick={onDelete} />
    </RowActions>
  )
}

/** The same actions as a menu, for narrow screens. */
export function BatchMenu({ batch: { id, name }, onDelete }: Props) {
  const navigate = useNavigate()
  const params = { batchId: id }
  const edit = useDeniedProps('batch.edit')
  const remove = useDeniedProps('batch.delete')
  return (
    <RowMenu
      name={name}
      onShow={() => navigate({ to: '/batches/$batchId', params })}
      onEdit={() => navigate({ to: '/batches/$batchId/edit', params })}
      onDelete={onDelete}
      edit={edit}
      remove={remove}
    />
  )
}
