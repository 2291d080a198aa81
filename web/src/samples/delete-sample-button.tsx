import type { Sample } from '@lims/contract/samples.ts'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useDeleteQuestion } from '../ui/use-delete-question.ts'
import { deleteSampleQuestion, useDeleteSample } from './use-delete-sample.ts'

/** Asks, deletes and goes on to the list, where Undo stands. */
export function DeleteSampleButton({ sample: { id, name } }: { sample: Pick<Sample, 'id' | 'name'> }) {
  const navigate = useNavigate()
  const remove = useDeleteSample(() => navigate({ to: '/samples' }))
  const ask = useDeleteQuestion({
    name,
    question: deleteSampleQuestion,
    onDelete: () => remove.mutate({ id, name }),
  })
  return (
    <Button danger loading={remove.isPending} onClick={() => ask(() => {})}>
      Delete Sample
    </Button>
  )
}
