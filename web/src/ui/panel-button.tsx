import { Button, type ButtonProps, Popover } from 'antd'
import { type ReactNode, type Ref, useId, useRef, useState } from 'react'
import styles from './panel-button.module.css'

type Props = Omit<ButtonProps, 'className'> & { panel: ReactNode; className?: string }

/** A button that opens a panel below it. Tab leads from the button into the panel, and Escape back to the button. */
export function PanelButton({ panel, className = '', ...buttonProps }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const holder = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function handleOpenChange(next: boolean) {
    if (!next && holder.current?.contains(document.activeElement)) button.current?.focus()
    setOpen(next)
  }

  return (
    <span ref={holder} className={`${styles.holder} ${className}`}>
      <Popover
        trigger="click"
        placement="bottomRight"
        content={<div id={id}>{panel}</div>}
        // Beside the button: at the end of the page Tab would come to it last.
        getPopupContainer={() => holder.current ?? document.body}
        open={isOpen}
        onOpenChange={handleOpenChange}
      >
        <Opener
          ref={button}
          {...buttonProps}
          aria-expanded={isOpen}
          {...(isOpen && { 'aria-controls': id })}
        />
      </Popover>
    </span>
  )
}

/** The library describes the button by the whole text of the panel, as by a tooltip. */
function Opener({
  'aria-describedby': _,
  ...props
}: ButtonProps & { 'aria-describedby'?: string | undefined; ref: Ref<HTMLButtonElement> }) {
  return <Button {...props} />
}
