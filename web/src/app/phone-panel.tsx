import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useAtMost } from '../ui/use-media.ts'

type Props = { title: ReactNode; isOpen: boolean; onClose: () => void; children: ReactNode }

/** The menu on a phone, which comes in from the left. */
export function PhonePanel({ title, isOpen, onClose, children }: Props) {
  const isNarrow = useAtMost('xs')
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      size={isNarrow ? '100%' : 280}
      title={title}
      styles={{ body: { padding: 0 } }}
    >
      {children}
    </Drawer>
  )
}
