import type { Cell } from '@lims/contract/positions.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { formatMicrolitres } from '@lims/contract/volume.ts'
import { Link } from '@tanstack/react-router'
import { App, Button, Modal } from 'antd'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { DetailTable } from '../../../ui/detail-table.tsx'
import { Mono } from '../../../ui/mono.tsx'
import { type GridModel, labelOf } from '../grid/grid-model.ts'
import { useDisassociateSample } from './use-disassociate-sample.ts'

type Props = {
  isOpen: boolean
  model: GridModel
  cell: Cell
  content: OccupancyEntry
  sample: NonNullable<OccupancyEntry['sample']>
  onClose: () => void
}

/** Who stands in a cell, with the way to the sample and out of the cell. */
export function SampleInformation({ isOpen, model, cell, content, sample, onClose }: Props) {
  const { modal } = App.useApp()
  const disassociate = useDisassociateSample()
  const { alias } = model.storage
  const position = labelOf(model, cell)
  const named = { sampleId: content.contentId, name: content.contentName }
  const ask = () =>
    modal.confirm({
      title: `Take ${named.name} out of ${alias}, ${position}?`,
      content: 'The sample stays; it is in no storage until it is placed again.',
      okText: 'Yes, disassociate',
      autoFocusButton: 'cancel',
      onOk: () => {
        disassociate.mutate({ ...named, storage: model.storage, cell, position })
        onClose()
      },
    })

  return (
    <Modal
      title="Sample Information"
      open={isOpen}
      onCancel={onClose}
      width={460}
      footer={[
        <Button key="out" danger onClick={ask}>
          Disassociate
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          Close
        </Button>,
      ]}
    >
      <DetailTable
        label="Sample Information"
        rows={[
          { label: 'Name', value: <SampleLink id={named.sampleId} name={named.name} /> },
          { label: 'Tube ID', value: <Mono>{content.contentAlias}</Mono> },
          { label: 'Status', value: <StatusTag status={sample.status} /> },
          { label: 'Type', value: displayName(sample.type) },
          { label: 'Volume', value: formatMicrolitres(sample.volume) },
          { label: 'Subject ID', value: sample.subjectId ?? 'not assigned' },
          { label: 'Batch', value: sample.batchName },
          {
            label: 'Position',
            value: (
              <>
                {alias} › <Mono>{position}</Mono>
              </>
            ),
          },
        ]}
      />
    </Modal>
  )
}

const SampleLink = ({ id, name }: { id: string; name: string }) => (
  <Link to="/samples/$sampleId" params={{ sampleId: id }}>
    {name}
  </Link>
)
