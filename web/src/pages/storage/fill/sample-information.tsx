import type { Cell } from '@lims/contract/positions.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { formatMicrolitres } from '@lims/contract/volume.ts'
import { Link } from '@tanstack/react-router'
import { App, Button, Modal } from 'antd'
import { CustodyTag } from '../../../entities/custody/custody-tag.tsx'
import { PersonalValue } from '../../../entities/sample/personal-value.tsx'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { DetailTable } from '../../../ui/detail-table.tsx'
import { Mono } from '../../../ui/mono.tsx'
import { type GridModel, labelOf } from '../grid/grid-model.ts'
import { useDisassociateSample } from './use-associate.ts'

type Props = {
  isOpen: boolean
  model: GridModel
  cell: Cell
  content: OccupancyEntry
  sample: NonNullable<OccupancyEntry['sample']>
  onClose: () => void
}

/** The sample in a cell, with a link to it and the Disassociate action. */
export function SampleInformation({ isOpen, model, cell, content, sample, onClose }: Props) {
  const { modal } = App.useApp()
  const disassociate = useDisassociateSample()
  const denied = useDeniedProps('placement.edit')
  const { alias } = model.storage
  const label = labelOf(model, cell)
  const named = { id: content.contentId, name: content.contentName }
  const confirm = () =>
    modal.confirm({
      title: `Take ${named.name} out of ${alias}, ${label}?`,
      content: 'The sample is not deleted. It has no location until it is placed again.',
      okText: 'Yes, disassociate',
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => {
        const { custodyEventId } = sample
        disassociate.mutate({ sample: named, storage: model.storage, cell, label, custodyEventId })
        onClose()
      },
    })

  return (
    <Modal
      title="Sample Information"
      open={isOpen}
      onCancel={onClose}
      mask={{ closable: true }}
      width={460}
      footer={[
        <Button key="out" danger {...denied} onClick={confirm}>
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
          { label: 'Name', value: <SampleLink {...named} /> },
          { label: 'Tube ID', value: <Mono>{content.contentAlias}</Mono> },
          { label: 'Status', value: <StatusTag status={sample.status} /> },
          ...(sample.custody === 'AVAILABLE'
            ? []
            : [{ label: 'Custody', value: <CustodyTag custody={sample.custody} /> }]),
          { label: 'Type', value: displayName(sample.type) },
          { label: 'Volume', value: formatMicrolitres(sample.volume) },
          { label: 'Subject ID', value: <PersonalValue value={sample.subjectId} none="not assigned" /> },
          { label: 'Batch', value: sample.batchName },
          {
            label: 'Position',
            value: (
              <>
                {alias} › <Mono>{label}</Mono>
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
