import {
  AppstoreOutlined,
  ExperimentOutlined,
  HddOutlined,
  InboxOutlined,
  TableOutlined,
} from '@ant-design/icons'
import { Link, useLocation } from '@tanstack/react-router'
import { Menu } from 'antd'
import styles from './side-panel.module.css'

const entries = [
  { to: '/dashboard', label: 'Dashboard', icon: <AppstoreOutlined aria-hidden /> },
  { to: '/samples', label: 'Samples', icon: <ExperimentOutlined aria-hidden /> },
  { to: '/receive', label: 'Receive', icon: <InboxOutlined aria-hidden /> },
  { to: '/batches', label: 'Batches', icon: <HddOutlined aria-hidden /> },
  { to: '/storage', label: 'Storage', icon: <TableOutlined aria-hidden /> },
] as const

/** The main menu. */
export function SidePanel({ onGo }: { onGo?: () => void }) {
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
    </nav>
  )
}
