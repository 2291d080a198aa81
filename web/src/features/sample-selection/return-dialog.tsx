import { formatCount } from '@lims/contract/format-count.ts'
import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { QueryError } from '../../api/query-error.tsx'
import { useReturn } from '../../entities/custody/use-change-custody.ts'
import { chosenQuery } from '../../entities/sample/chosen-api.ts'

type Props = { sampleIds: readonly string[]; isOpen: boolean; onClose: () => void }

/** Returns those of the chosen samples that are checked out, all or none, with one undo. */
export function ReturnDialog({ sampleIds, isOpen, onClose }: Props) {
  const samples = useQuery({ ...chosenQuery(sampleIds), enabled: isOpen })
  const giveBack = useReturn()
  const out = samples.data?.filter(({ custody }) => custody === 'CHECKED_OUT') ?? []
  const tubes = formatCount(out.length, 'tube')

  return (
    <Modal
      title={`Return ${formatCount(sampleIds.length, 'sample')}`}
      open={isOpen}
      onCancel={onClose}
      onOk={() =>
        giveBack.mutate(
          out.map(({ id, custodyEventId }) => ({ sampleId: id, eventId: custodyEventId })),
          { onReply: onClose },
        )
      }
      okText={out.length > 0 ? `Return ${tubes}` : 'Return'}
      okButtonProps={{ disabled: out.length === 0 }}
      confirmLoading={giveBack.isPending}
    >
      {samples.isError ? (
        <QueryError title="The samples could not be loaded" query={samples} />
      ) : !samples.data ? (
        <Skeleton active />
      ) : out.length === 0 ? (
        <p>None of these samples is checked out.</p>
      ) : (
        <p>
          {out.length < samples.data.length &&
            `${formatCount(out.length, 'of them is', 'of them are')} checked out. `}
          {out.length === 1 ? 'It then waits' : 'They then wait'} to be put away.
        </p>
      )}
    </Modal>
  )
}
