import { formatNumber } from '@lims/contract/format-count.ts'
import { Modal, Progress } from 'antd'

type Props = {
  /** Labels drawn so far. */
  drawn: number
  total: number
  isOpen: boolean
  /** Cancels the drawing. */
  onClose: () => void
}

/** Shows how many labels of a PDF are drawn. */
export function DrawingDialog({ drawn, total, isOpen, onClose }: Props) {
  const percent = total > 0 ? Math.floor((100 * drawn) / total) : 0
  return (
    <Modal
      title="Drawing the labels"
      open={isOpen}
      onCancel={onClose}
      cancelText="Cancel"
      okButtonProps={{ style: { display: 'none' } }}
      width={440}
    >
      <Progress percent={percent} aria-label="Labels drawn" />
      {formatNumber(drawn)} of {formatNumber(total)}
    </Modal>
  )
}
