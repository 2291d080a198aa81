import {
  AppstoreOutlined,
  ExperimentOutlined,
  HddOutlined,
  InboxOutlined,
  TableOutlined,
} from '@ant-design/icons'
import { Link, useLocation } from '@tanstack/react-router'
import { Menu } from 'antd'
import { ViewLinks } from '../features/sample-table/view-links.tsx'
import styles from './side-panel.module.css'

const entries = [
  { to: '/dashboard', label: 'Dashboard', icon: <AppstoreOutlined aria-hidden /> },
  { to: '/samples', label: 'Samples', icon: <ExperimentOutlined aria-hidden /> },
  { to: '/receive', label: 'Receive', icon: <InboxOutlined aria-hidden /> },
  { to: '/batches', label: 'Batches', icon: <HddOutlined aria-hidden /> },
  { to: '/storage', label: 'Storage', icon: <TableOutlined aria-hidden /> },
] as const

type Props = { isNarrow?: boolean; onGo?: () => void }

/** The main menu, with the saved views below where there is room for them. */
export function SidePanel({ isNarrow = false, onGo }: Props) {
  const { pathname } = useLocation()
  const current = entries.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))

  return (
    <nav aria-label="Main" className={styles.panel}>
      <Menu
        mode="inline"
        selectedKeys={current ? [current.to] : []}
        {...(onGo && { onClick: onGo })}
        items={entries.map(({ to, label, icon }) => ({
          key: to,
          icon,
          label: <Link to={to}>{label}</Link>,
          title: label,
        }))}
      />
      {!isNarrow && <ViewLinks onGo={onGo} />}
    </nav>
  )
}
