import { EyeOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { type DeletedSample, deleteSampleQuestion } from '../../entities/deletion/use-delete-sample.ts'
import { useDeniedProps, useRolesOn } from '../../entities/session/use-may.ts'
import { ConfirmedDeleteButton } from '../../forms/confirmed-delete-button.tsx'
import { useConfirmDelete } from '../../forms/use-confirm-delete.ts'
import { EditLink, RowActions, RowLink } from '../../ui/row-actions.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'

type Props = { sample: { id: string; name: string }; onDelete: (sample: DeletedSample) => void }

export function SampleActions({ sample: { id, name }, onDelete }: Props) {
  const target = { name, params: { sampleId: id } }
  const edit = useDeniedProps('sample.edit')
  const remove = useDeniedProps('sample.delete')
  return (
    <RowActions>
      <EditLink {...target} {...edit} to="/samples/$sampleId/edit" />
      <RowLink {...target} what="Show" to="/samples/$sampleId" icon={<EyeOutlined aria-hidden />} />
      <ConfirmedDeleteButton
        {...remove}
        id={id}
        name={name}
        question={deleteSampleQuestion}
        isReasonRequired={useRolesOn()}
        onDelete={(reason) => onDelete({ id, name, reason })}
      />
    </RowActions>
  )
}

/** The same actions as a menu, for narrow screens. */
export function SampleMenu({ sample: { id, name }, onDelete }: Props) {
  const navigate = useNavigate()
  const confirmDelete = useConfirmDelete({
    id,
    name,
    question: deleteSampleQuestion,
    isReasonRequired: useRolesOn(),
    onDelete: (reason) => onDelete({ id, name, reason }),
  })
  const params = { sampleId: id }
  const edit = useDeniedProps('sample.edit')
  const remove = useDeniedProps('sample.delete')
  return (
    <RowMenu
      name={name}
      onShow={() => navigate({ to: '/samples/$sampleId', params })}
      onEdit={() => navigate({ to: '/samples/$sampleId/edit', params })}
      onDelete={confirmDelete}
      edit={edit}
      remove={remove}
    />
  )
}
