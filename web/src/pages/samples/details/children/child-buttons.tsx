import type { Sample } from '@lims/contract/samples.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CreateChildrenDialog } from './create-children-dialog.tsx'
import { useCreateChildren } from './use-create-children.ts'

/** Derives one aliquot of the same type at once, or several children of a chosen type. */
export function ChildButtons({
  sample,
}: {
  sample: Pick<Sample, 'id' | 'name' | 'type' | 'parentSampleId'>
}) {
  const [isAsking, setIsAsking] = useState(false)
  const create = useCreateChildren()
  const why = sample.parentSampleId ? 'A child sample cannot have children' : undefined
  const off = { disabled: why !== undefined, title: why ?? '' }
  return (
    <>
      <Button
        {...off}
        loading={create.isPending && !isAsking}
        onClick={() => create.mutate({ parentSampleId: sample.id, count: 1, type: sample.type })}
      >
        Create Child
      </Button>
      <Button {...off} onClick={() => setIsAsking(true)}>
        Create Children
      </Button>
      <CreateChildrenDialog
        parentName={sample.name}
        isOpen={isAsking}
        isSaving={create.isPending}
        onCreate={(wanted) =>
          create.mutate({ parentSampleId: sample.id, ...wanted }, { onSuccess: () => setIsAsking(false) })
        }
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}
