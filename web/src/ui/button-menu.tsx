import { type ButtonProps, Dropdown, type DropdownProps, type MenuProps } from 'antd'
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

type Props = Pick<DropdownProps, 'menu' | 'placement' | 'disabled' | 'getPopupContainer'> & {
  /** The button that opens the menu. */
  children: ReactElement<ButtonProps>
}

/**
 * A menu of a button. Enter, Space and the arrow down open it and give it the focus, so that the arrow keys go through
 * its entries. After a click the button keeps the focus, as the Enter of a scanner would choose an entry.
 */
export function ButtonMenu({ menu, disabled = false, children, ...placed }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isByKey, setByKey] = useState(false)
  const button = useRef<HTMLElement>(undefined)

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    button.current = event.currentTarget
    if (event.key === 'Enter' || event.key === ' ') setByKey(true)
    if (event.key !== 'ArrowDown' || disabled || children.props.loading) return
    event.preventDefault()
    if (isOpen) return focusFirst(id)
    setByKey(true)
    setOpen(true)
  }

  // Synchronises with the keyboard: a key that is still held down, as it has opened the menu, chooses nothing.
  useEffect(() => {
    if (!isOpen) return
    const stopRepeats = (event: globalThis.KeyboardEvent) => {
      const isInside = event.target instanceof Node && document.getElementById(id)?.contains(event.target)
      if (!isInside || !event.repeat || event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', stopRepeats, true)
    return () => document.removeEventListener('keydown', stopRepeats, true)
  }, [isOpen, id])

  /** Enter on an entry that has the focus as a whole follows the link in it; on the link itself the browser does. */
  const handleClick: MenuProps['onClick'] = (info) => {
    const { type, target, currentTarget } = info.domEvent
    if (type === 'keydown' && target === currentTarget) currentTarget.querySelector('a')?.click()
    menu?.onClick?.(info)
  }

  /** Escape leads back to the button; the entries go with the menu. */
  const handleOpenChange: DropdownProps['onOpenChange'] = (next, { source }) => {
    const isInside = document.getElementById(id)?.contains(document.activeElement)
    if (!next && source === 'trigger' && isInside) button.current?.focus()
    setOpen(next)
  }

  return (
    <Dropdown
      {...placed}
      menu={{ ...menu, id, onClick: handleClick }}
      disabled={disabled}
      trigger={['click']}
      autoFocus={isByKey}
      open={isOpen}
      onOpenChange={handleOpenChange}
    >
      {cloneElement(children, {
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onKeyDown: handleKeyDown,
        onPointerDown: () => setByKey(false),
      })}
    </Dropdown>
  )
}

function focusFirst(menuId: string) {
  const entry = document
    .getElementById(menuId)
    ?.querySelector<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])')
  const link = entry?.querySelector('a')
  ;(link ?? entry)?.focus()
}
