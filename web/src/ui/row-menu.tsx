import { DeleteOutlined, EditOutlined, EyeOutlined, MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { focusNear } from './focus-near.ts'

type Props = {
  name: string
  onShow: () => void
  onEdit: () => void
  /** Tells how to bring back the focus once the row is gone. */
  onDelete: (refocus: () => void) => void
}

/** What can be done with one row of a list, on a screen too narrow for icons. */
export function RowMenu({ name, onShow, onEdit, onDelete }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'Show', label: 'Show', icon: <EyeOutlined aria-hidden />, onClick: onShow },
          { key: 'Edit', label: 'Edit', icon: <EditOutlined aria-hidden />, onClick: onEdit },
          {
            key: 'Delete',
            label: 'Delete',
            icon: <DeleteOutlined aria-hidden />,
            danger: true,
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
    </Dropdown>
  )
}
