import { type BlockerFn, useRouter } from '@tanstack/react-router'
import { Modal } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { storedToken } from '../api/stored-token.ts'

type Navigation = Parameters<BlockerFn>[0]

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

/**
 * Asks for confirmation before a page is left with input that is not saved. Until then the address stays that of the
 * page: after Back, the browser has changed it already.
 */
export function LeaveQuestion({
  title = 'Leave without saving?',
  text,
  losesInput,
  isInDialog = false,
  losesByReload = () => false,
  onLeave,
}: Props) {
  const { history } = useRouter()
  const [stopped, setStopped] = useState<Navigation>()
  const isConfirmed = useRef(false)

  const stop = useEffectEvent((navigation: Navigation): boolean => {
    const { currentLocation, nextLocation, action } = navigation
    if (isConfirmed.current) {
      isConfirmed.current = false
      return false
    }
    const isInQuestion =
      currentLocation.pathname !== nextLocation.pathname &&
      !(isInDialog && (action === 'PUSH' || action === 'REPLACE')) &&
      storedToken() !== undefined &&
      losesInput()
    setStopped(isInQuestion ? navigation : undefined)
    return isInQuestion
  })
  const warnsBeforeReload = useEffectEvent(() => losesByReload())

  // Synchronises with the history of the browser.
  useEffect(
    () =>
      history.block({
        blockerFn: async (navigation) => stop(navigation),
        enableBeforeUnload: () => warnsBeforeReload(),
      }),
    [history],
  )

  function leave({ currentLocation, nextLocation, action }: Navigation) {
    setStopped(undefined)
    onLeave?.()
    isConfirmed.current = true
    if (action === 'PUSH') history.push(nextLocation.href, nextLocation.state)
    else if (action === 'REPLACE') history.replace(nextLocation.href, nextLocation.state)
    else history.go(nextLocation.state.__TSR_index - currentLocation.state.__TSR_index)
  }

  return (
    <Modal
      title={title}
      open={stopped !== undefined}
      onOk={() => stopped && leave(stopped)}
      onCancel={() => setStopped(undefined)}
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
