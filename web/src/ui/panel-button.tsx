import { Button, type ButtonProps, Popover } from 'antd'
import { type ReactNode, useRef } from 'react'
import styles from './panel-button.module.css'

type Props = Omit<ButtonProps, 'className'> & { panel: ReactNode; className?: string }

/** A button that opens a panel below it. Tab leads from the button into the panel, and Escape back to the button. */
export function PanelButton({ panel, className = '', ...buttonProps }: Props) {
  const holder = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function handleOpenChange(isOpen: boolean) {
    if (!isOpen && holder.current?.contains(document.activeElement)) button.current?.focus()
  }

  return (
    <span ref={holder} className={`${styles.holder} ${className}`}>
      <Popover
        trigger="click"
        placement="bottomRight"
        content={panel}
        // Beside the button: at the end of the page Tab would come to it last.
        getPopupContainer={() => holder.current ?? document.body}
        onOpenChange={handleOpenChange}
      >
        <Button ref={button} {...buttonProps} />
      </Popover>
    </span>
  )
}
