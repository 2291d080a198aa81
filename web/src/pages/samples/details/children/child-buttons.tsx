import { ExperimentOutlined } from '@ant-design/icons'
import type { Sample } from '@lims/contract/samples.ts'
import { Button, Space } from 'antd'
import { useState } from 'react'
import type { ChildPreset } from '../../../../entities/sample/create-children-dialog.tsx'
import { useDenial } from '../../../../entities/session/use-may.ts'
import { lazyDialog } from '../../../../ui/lazy-dialog.tsx'
import { useCreateChildren } from './use-create-children.ts'

const CreateChildrenDialog = lazyDialog(() =>
  import('../../../../entities/sample/create-children-dialog.tsx').then((file) => file.CreateChildrenDialog),
)

type Props = { sample: Pick<Sample, 'id' | 'name' | 'type' | 'volume' | 'parentSampleId'> }

const withVolume = 'Create Child with a volume'

/**
 * 'Create Child' derives one child of the same type at once, the button beside it asks for its volume, and
 * 'Create Children' asks for number, type and volume.
 */
export function ChildButtons({ sample }: Props) {
  const [preset, setPreset] = useState<ChildPreset>({})
  const [isDialogOpen, setDialogOpen] = useState(false)
  const create = useCreateChildren()
  const denial = useDenial('sample.create')
  const obstacle = sample.parentSampleId ? 'A child sample cannot have children' : denial
  const disabled = { disabled: obstacle !== undefined, title: obstacle ?? '' }

  function openDialog(next: ChildPreset) {
    setPreset(next)
    setDialogOpen(true)
  }

  return (
    <>
      <Space.Compact>
        <Button
          {...disabled}
          loading={create.isPending && !isDialogOpen}
          onClick={() => create.mutate({ parentSampleId: sample.id, count: 1, type: sample.type })}
        >
          Create Child
        </Button>
        <Button
          {...disabled}
          title={obstacle ?? withVolume}
          aria-label={withVolume}
          icon={<ExperimentOutlined aria-hidden />}
          onClick={() => openDialog({ count: 1, type: sample.type })}
        />
      </Space.Compact>
      <Button {...disabled} onClick={() => openDialog({})}>
        Create Children
      </Button>
      <CreateChildrenDialog
        parents={[sample]}
        preset={preset}
        isOpen={isDialogOpen}
        creation={create}
        onCreate={(wanted) =>
          create.mutate({ parentSampleId: sample.id, ...wanted }, { onSuccess: () => setDialogOpen(false) })
        }
        onClose={() => setDialogOpen(false)}
      />
    </>
  )
}
