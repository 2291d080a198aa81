import { formatCount } from '@lims/contract/format-count.ts'
import type { PreviewRackReply } from '@lims/contract/rack-scan.ts'
import { Button, Checkbox } from 'antd'
import styles from './rack-footer.module.css'
import { countInTheWay } from './rack-states.ts'

type Props = {
  preview: PreviewRackReply | undefined
  takesOut: boolean
  /** Whether the file is probably that of another box. */
  isDoubtful: boolean
  isBusy: boolean
  isSaving: boolean
  onTakesOut: (takesOut: boolean) => void
  onApply: () => void
  onClose: () => void
}

export function RackFooter({
  preview,
  takesOut,
  isDoubtful,
  isBusy,
  isSaving,
  onTakesOut,
  onApply,
  onClose,
}: Props) {
  const missing = preview?.missing ?? []
  const changes = (preview?.moves.length ?? 0) + (takesOut ? missing.length : 0)
  const isBlocked = !takesOut && countInTheWay(missing) > 0
  return (
    <div className={styles.footer}>
      {missing.length > 0 && (
        <Checkbox
          checked={takesOut}
          disabled={isSaving}
          onChange={({ target }) => onTakesOut(target.checked)}
        >
          Take missing tubes out of storage ({missing.length})
        </Checkbox>
      )}
      <span className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="primary"
          danger={isDoubtful}
          disabled={!preview || changes === 0 || isBlocked}
          loading={isBusy}
          onClick={onApply}
        >
          {buttonText(preview, changes)}
        </Button>
      </span>
    </div>
  )
}

function buttonText(preview: PreviewRackReply | undefined, changes: number): string {
  if (!preview) return 'Apply'
  if (changes === 0) return 'Nothing to change'
  return `Apply ${formatCount(changes, 'change')}`
}
