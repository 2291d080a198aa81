import type { Sample } from '@lims/contract/samples.ts'
import { useNavigate } from '@tanstack/react-router'
import { DeleteButton } from '../../../ui/row-actions.tsx'
import { useDeleteQuestion } from '../../../ui/use-delete-question.ts'
import { deleteSampleQuestion, useDeleteSample } from '../use-delete-sample.ts'

/** Asks, deletes and goes on to the list, where Undo stands. */
export function DeleteSampleButton({ sample: { id, name } }: { sample: Pick<Sample, 'id' | 'name'> }) {
  const navigate = useNavigate()
  const remove = useDeleteSample(() => navigate({ to: '/samples' }))
  const ask = useDeleteQuestion({
    name,
    question: deleteSampleQuestion,
    onDelete: () => remove.mutate({ id, name }),
  })
  return <DeleteButton name={name} size="middle" loading={remove.isPending} onClick={ask} />
}
