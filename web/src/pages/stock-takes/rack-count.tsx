import { isAway } from '@lims/contract/custody.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import type { AxisConvention, PreviewRackReply, RackEntry, RackEntryState } from '@lims/contract/rack-scan.ts'
import { type StockTakeBox, stockTakesApi } from '@lims/contract/stock-takes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { refetchFreezerWork } from '../../entities/freezer-work/freezer-work-keys.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { findLikelyBox } from '../../features/racks/likely-box.ts'
import { OtherBoxNotice } from '../../features/racks/other-box-notice.tsx'
import { rackPreviewQuery } from '../../features/racks/rack-api.ts'
import { RackConvention } from '../../features/racks/rack-convention.tsx'
import { RackFileButton } from '../../features/racks/rack-file-button.tsx'
import { RackFileError } from '../../features/racks/rack-file-error.tsx'
import type { RackFile } from '../../features/racks/read-rack-text.ts'
import { useRackFile } from '../../features/racks/use-rack-file.ts'
import { SavedFields } from '../../forms/saved-fields.tsx'

type Props = {
  stockTakeId: string
  box: StockTakeBox
  /** Called when the dialog has closed, to return the focus to the scan field. */
  onDone: () => void
}

/** Counts a whole box by the file of a rack reader, with one confirmation. */
export function RackCount({ stockTakeId, box, onDone }: Props) {
  const denied = useDeniedProps('stock-take.count')
  const { file, fileNumber, isOpen, load, close, forget } = useRackFile()

  return (
    <>
      <RackFileButton denied={denied} onFile={load} />
      {file && (
        <CountDialog
          key={fileNumber}
          stockTakeId={stockTakeId}
          box={box}
          file={file}
          isOpen={isOpen}
          onClose={close}
          onClosed={() => {
            forget()
            onDone()
          }}
        />
      )}
    </>
  )
}

type DialogProps = Omit<Props, 'onDone'> & {
  file: RackFile
  isOpen: boolean
  onClose: () => void
  onClosed: () => void
}

function CountDialog({ stockTakeId, box, file, isOpen, onClose, onClosed }: DialogProps) {
  const { message } = App.useApp()
  const queryClient = useQueryClient()
  const [convention, setConvention] = useState<AxisConvention>()
  const { data, error, isPlaceholderData } = useQuery(rackPreviewQuery(box.storageId, file, convention))
  const preview = error ? undefined : data
  const likely = preview && findLikelyBox(preview.entries, box.storageId)
  const count = useWrite({
    mutationFn: (used: AxisConvention, options) => {
      const { storageId } = box
      const body = { stockTakeId, storageId, fileName: file.name, content: file.text, convention: used }
      return call(stockTakesApi.scanRack, { body }, options)
    },
    onSuccess: ({ isFinished, unreadable }) => {
      onClose()
      if (isFinished) void message.success(`${box.alias} is counted`)
      else void message.warning(notFinished(box.alias, unreadable))
    },
    onSettled: () => refetchFreezerWork(queryClient),
    meta: { errorTitle: 'The rack file was not counted' },
  })

  return (
    <Modal
      open={isOpen}
      onCancel={() => !count.isPending && onClose()}
      afterClose={onClosed}
      title={`Count ${box.alias} by ${file.name}`}
      okText={`Count ${box.alias}`}
      okButtonProps={{
        disabled: !preview || isPlaceholderData,
        loading: count.isPending,
        danger: likely !== undefined,
        autoFocus: true,
      }}
      onOk={() => preview && count.mutate(preview.convention)}
    >
      <SavedFields isSaving={count.isPending}>
        <RackConvention alias={box.alias} preview={preview} chosen={convention} onChoose={setConvention} />
      </SavedFields>
      {error && <RackFileError error={error} />}
      <OtherBoxNotice likely={likely} />
      {preview && <p>{describePreview(preview)}</p>}
      {!preview && !error && <Skeleton active paragraph={{ rows: 2 }} />}
    </Modal>
  )
}

const notFinished = (alias: string, unreadable: number) =>
  unreadable > 0
    ? `${formatCount(unreadable, 'tube could not be read: scan it', 'tubes could not be read: scan them one by one')}, then finish ${alias}.`
    : `The file does not cover all of ${alias}: scan the other tubes, then finish it.`

/** Says what the count will be: a tube that is recorded as checked out or missing should not be in the box. */
function describePreview({ entries, missing }: PreviewRackReply): string {
  const isNotRecorded = ({ state, arrival }: RackEntry) =>
    state === 'new' || arrival === 'returned' || arrival === 'found'
  const recorded = entries.filter((entry) => !isNotRecorded(entry))
  const count = (wanted: RackEntryState) => recorded.filter(({ state }) => state === wanted).length
  const parts: [number, string][] = [
    [count('moved'), 'in another place'],
    [missing.filter(({ custody }) => !isAway(custody)).length, 'missing'],
    [entries.length - recorded.length, 'present, not recorded'],
    [count('unknown'), 'unknown'],
    [count('unreadable'), 'unreadable'],
  ]
  const others = parts.flatMap(([number, words]) => (number > 0 ? [`${number} ${words}`] : []))
  return [`${count('same')} where they should be`, ...others].join(' · ')
}
