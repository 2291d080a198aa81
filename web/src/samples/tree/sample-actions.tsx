import { EyeOutlined } from '@ant-design/icons'
import { DeleteAfterQuestion, EditLink, RowActions, RowLink } from '../../ui/row-actions.tsx'

type Named = { id: string; name: string }
type Props = { sample: Named; onDelete: (sample: Named) => void }

export function SampleActions({ sample: { id, name }, onDelete }: Props) {
  const of = { name, params: { sampleId: id } }
  return (
    <RowActions>
      <EditLink {...of} to="/samples/$sampleId/edit" />
      <RowLink {...of} what="Show" to="/samples/$sampleId" icon={<EyeOutlined aria-hidden />} />
      <DeleteAfterQuestion
        name={name}
        question="Are you sure you want to delete this sample?"
        onDelete={() => onDelete({ id, name })}
      />
    </RowActions>
  )
}
