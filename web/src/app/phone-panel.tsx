import { Drawer } from 'antd'
import type { ReactNode, RefObject } from 'react'
import { useAtMost } from '../ui/use-media.ts'

type Props = {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  /** The button that opens it. */
  opener: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The menu on a phone, which comes in from the left. */
export function PhonePanel({ title, isOpen, onClose, opener, children }: Props) {
  const isNarrow = useAtMost('xs')

  /** The field of the page that was opened keeps the focus: a scan may be on its way into it. */
  function returnFocus() {
    if (!document.activeElement?.closest('main')) opener.current?.focus({ preventScroll: true })
  }

  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      size={isNarrow ? '100%' : 280}
      title={title}
      styles={{ body: { padding: 0 } }}
      focusable={{ focusTriggerAfterClose: false }}
      afterOpenChange={(opened) => !opened && returnFocus()}
      destroyOnHidden
    >
      {children}
    </Drawer>
  )
}
