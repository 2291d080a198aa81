import { type ButtonProps, Dropdown, type DropdownProps, type MenuProps } from 'antd'
import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { isVirtualClick } from './is-virtual-click.ts'

type Props = Pick<DropdownProps, 'menu' | 'placement' | 'disabled' | 'getPopupContainer'> & {
  /** The button that opens the menu. */
  children: ReactElement<ButtonProps>
}

/**
 * A menu of a button. Enter, Space and the arrow down open it and give it the focus, so that the arrow keys go through
 * its entries; so does a click of a screen reader. After any other click the button keeps the focus, as the Enter of a
 * scanner would choose an entry. When an entry is chosen by key, the focus goes back to the button.
 */
export function ButtonMenu({ menu, disabled = false, children, ...placed }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isByKey, setByKey] = useState(false)
  const button = useRef<HTMLElement>(undefined)

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    button.current = event.currentTarget
    // Still held down, as it has chosen an entry.
    if (event.key === 'Enter' && event.repeat) return event.preventDefault()
    if (event.key === 'Enter' || event.key === ' ') setByKey(true)
    if (event.key !== 'ArrowDown' || disabled || children.props.loading) return
    event.preventDefault()
    if (isOpen) return focusFirst(id)
    setByKey(true)
    setOpen(true)
  }

  /** Before the menu opens. */
  function handleClickCapture({ currentTarget, nativeEvent }: MouseEvent<HTMLElement>) {
    button.current = currentTarget
    if (isVirtualClick(nativeEvent)) setByKey(true)
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

  /** Enter on an entry follows the link in it. */
  const handleClick: MenuProps['onClick'] = (info) => {
    const { type, currentTarget, nativeEvent } = info.domEvent
    if (type === 'keydown') {
      // The key that chose the entry must neither press the button nor follow the link once more.
      info.domEvent.preventDefault()
      currentTarget.querySelector('a')?.click()
    }
    menu?.onClick?.(info)
    const isByKey = type === 'keydown' || (nativeEvent instanceof MouseEvent && isVirtualClick(nativeEvent))
    // The entry goes with the menu.
    if (isByKey && hasFocus(id)) button.current?.focus()
  }

  /** Escape leads back to the button; the entries go with the menu. */
  const handleOpenChange: DropdownProps['onOpenChange'] = (next, { source }) => {
    if (!next && source === 'trigger' && hasFocus(id)) button.current?.focus()
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
        onClickCapture: handleClickCapture,
        onPointerDown: () => setByKey(false),
      })}
    </Dropdown>
  )
}

const hasFocus = (menuId: string) =>
  document.getElementById(menuId)?.contains(document.activeElement) ?? false

function focusFirst(menuId: string) {
  const entry = document
    .getElementById(menuId)
    ?.querySelector<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])')
  const link = entry?.querySelector('a')
  ;(link ?? entry)?.focus()
}
