import { formatCount } from '@lims/contract/format-count.ts'
import type { AxisConvention } from '@lims/contract/rack-scan.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { SavedFields } from '../../forms/saved-fields.tsx'
import { findLikelyBox } from './likely-box.ts'
import { OtherBoxNotice } from './other-box-notice.tsx'
import { rackPreviewQuery } from './rack-api.ts'
import { RackConvention } from './rack-convention.tsx'
import { RackFileError } from './rack-file-error.tsx'
import { RackFooter } from './rack-footer.tsx'
import { RackPreview } from './rack-preview.tsx'
import type { RackFile } from './read-rack-text.ts'
import './rack-tones.css'
import { countInTheWay } from './rack-states.ts'
import { useApplyRack } from './use-apply-rack.ts'

type Props = {
  storage: Storage
  occupancy: readonly OccupancyEntry[]
  file: RackFile
  isOpen: boolean
  onClose: () => void
  onClosed: () => void
}

/** Previews what a rack file would change in a box, and applies it. */
export function RackDialog({ storage, occupancy, file, isOpen, onClose, onClosed }: Props) {
  const [convention, setConvention] = useState<AxisConvention>()
  const [takesOut, setTakesOut] = useState(false)
  const { data, error, isPlaceholderData } = useQuery(rackPreviewQuery(storage.id, file, convention))
  const apply = useApplyRack()
  const preview = error ? undefined : data
  const likely = preview && findLikelyBox(preview.entries, storage.id)

  function submit() {
    if (!preview) return
    apply.mutate({ preview, storageId: storage.id, alias: storage.alias, takesOut }, { onSuccess: onClose })
  }

  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      afterClose={onClosed}
      title={`Rack file for ${storage.alias}: ${file.name}`}
      width={1180}
      style={{ top: 24 }}
      footer={
        <RackFooter
          preview={preview}
          takesOut={takesOut}
          isDoubtful={likely !== undefined}
          isBusy={isPlaceholderData || apply.isPending}
          isSaving={apply.isPending}
          onTakesOut={setTakesOut}
          onApply={submit}
          onClose={onClose}
        />
      }
    >
      {/* Not before: the format of the file, which stands before it, would move it under a click. */}
      {(preview || error) && (
        <SavedFields isSaving={apply.isPending}>
          <RackConvention
            alias={storage.alias}
            preview={preview}
            chosen={convention}
            onChoose={setConvention}
          />
        </SavedFields>
      )}
      {error && <RackFileError error={error} />}
      {preview && (
        <>
          <OtherBoxNotice likely={likely} />
          <BlockedNotice count={countInTheWay(preview.missing)} isSettled={takesOut} />
          <RackPreview storage={storage} occupancy={occupancy} preview={preview} takesOut={takesOut} />
        </>
      )}
      {!preview && !error && <Skeleton active paragraph={{ rows: 10 }} />}
    </Modal>
  )
}

function BlockedNotice({ count, isSettled }: { count: number; isSettled: boolean }) {
  if (count === 0 || isSettled) return null
  const tubes = formatCount(count, 'missing tube is', 'missing tubes are')
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={`${tubes} registered in cells where the scan shows other tubes. Take missing tubes out to apply this file.`}
    />
  )
}
