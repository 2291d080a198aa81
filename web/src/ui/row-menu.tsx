import { DeleteOutlined, EditOutlined, EyeOutlined, MoreOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'
import { ButtonMenu } from './button-menu.tsx'
import { focusNear } from './focus-near.ts'

type Props = {
  name: string
  onShow: () => void
  onEdit: () => void
  /** `refocus` moves the focus after the row was removed. */
  onDelete: (refocus: () => void) => void
  /** Why an entry is disabled, as its tooltip. */
  edit?: Denied
  remove?: Denied
}

type Denied = { disabled?: boolean; title?: string }

/** The actions of a row as a menu, for narrow screens. */
export function RowMenu({ name, onShow, onEdit, onDelete, edit, remove }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <ButtonMenu
      placement="bottomRight"
      menu={{
        items: [
          { key: 'Show', label: 'Show', icon: <EyeOutlined aria-hidden />, onClick: onShow },
          { key: 'Edit', label: 'Edit', icon: <EditOutlined aria-hidden />, onClick: onEdit, ...edit },
          {
            key: 'Delete',
            label: 'Delete',
            icon: <DeleteOutlined aria-hidden />,
            danger: true,
            ...remove,
            onClick: () => button.current && onDelete(focusNear(button.current)),
          },
        ],
      }}
    >
      <Button
        ref={button}
        type="text"
        data-deletes
        aria-label={`Actions for ${name}`}
        icon={<MoreOutlined aria-hidden />}
      />
    </ButtonMenu>
  )
}
