import { Modal } from 'antd'
import { storedToken } from '../api/stored-token.ts'
import { useStoppedNavigation } from './use-stopped-navigation.ts'

type Props = {
  title?: string
  /** What is lost. */
  text: string
  /** Whether something would be lost now. */
  losesInput: () => boolean
  /**
   * Only Back and Forward are in question: a dialog covers the links of its page, and may lead on when it has saved.
   */
  isInDialog?: boolean
  /** Whether something would be lost by a reload, or with the tab. */
  losesByReload?: () => boolean
  onLeave?: () => void
}

/** Asks for confirmation before a page is left with input that is not saved. */
export function LeaveQuestion({
  title = 'Leave without saving?',
  text,
  losesInput,
  isInDialog = false,
  losesByReload = () => false,
  onLeave,
}: Props) {
  const { isStopped, proceed, stay } = useStoppedNavigation({
    stops: ({ currentLocation, nextLocation, action }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      !(isInDialog && (action === 'PUSH' || action === 'REPLACE')) &&
      storedToken() !== undefined &&
      losesInput(),
    warnsBeforeReload: losesByReload,
  })

  function leave() {
    onLeave?.()
    proceed()
  }

  return (
    <Modal
      title={title}
      open={isStopped}
      onOk={leave}
      onCancel={stay}
      okText="Leave"
      cancelText="Stay"
      width={440}
    >
      {text}
    </Modal>
  )
}

/** The same for a dialog, inside of which it is rendered. */
export const LeaveDialogQuestion = ({ hasInput }: { hasInput: boolean }) => (
  <LeaveQuestion
    text="What you entered in the dialog is not saved. It is lost if you leave the page."
    losesInput={() => hasInput}
    isInDialog
  />
)
