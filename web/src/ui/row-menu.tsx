import { DeleteOutlined, MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type ReactNode, useRef } from 'react'
import { focusNear } from './focus-near.ts'

type Props = {
  name: string
  items: readonly { label: string; icon: ReactNode; onChoose: () => void }[]
  /** Tells how to bring back the focus once the row is gone. */
  onDelete: (refocus: () => void) => void
}

/** What can be done with one row of a list, on a screen too narrow for icons. */
export function RowMenu({ name, items, onDelete }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          ...items.map(({ label, icon, onChoose }) => ({ key: label, label, icon, onClick: onChoose })),
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
