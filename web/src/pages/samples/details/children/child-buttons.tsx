import type { Sample } from '@lims/contract/samples.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CreateChildrenDialog } from './create-children-dialog.tsx'
import { useCreateChildren } from './use-create-children.ts'

/** 'Create Child' derives one child of the same type at once, 'Create Children' asks for number and type. */
export function ChildButtons({
  sample,
}: {
  sample: Pick<Sample, 'id' | 'name' | 'type' | 'parentSampleId'>
}) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const create = useCreateChildren()
  const obstacle = sample.parentSampleId ? 'A child sample cannot have children' : undefined
  const disabled = { disabled: obstacle !== undefined, title: obstacle ?? '' }
  return (
    <>
      <Button
        {...disabled}
        loading={create.isPending && !isDialogOpen}
        onClick={() => create.mutate({ parentSampleId: sample.id, count: 1, type: sample.type })}
      >
        Create Child
      </Button>
      <Button {...disabled} onClick={() => setDialogOpen(true)}>
        Create Children
      </Button>
      <CreateChildrenDialog
        parentName={sample.name}
        isOpen={isDialogOpen}
        isSaving={create.isPending}
        onCreate={(wanted) =>
          create.mutate({ parentSampleId: sample.id, ...wanted }, { onSuccess: () => setDialogOpen(false) })
        }
        onClose={() => setDialogOpen(false)}
      />
    </>
  )
}
