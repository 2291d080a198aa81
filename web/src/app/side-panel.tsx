import { AppstoreOutlined, ExperimentOutlined, HddOutlined, InboxOutlined } from '@ant-design/icons'
import { Link, useLocation } from '@tanstack/react-router'
import { Menu } from 'antd'
import { BrandMark } from '../ui/brand-mark.tsx'
import styles from './side-panel.module.css'

const entries = [
  { to: '/dashboard', label: 'Dashboard', icon: <AppstoreOutlined /> },
  { to: '/samples', label: 'Samples', icon: <ExperimentOutlined /> },
  { to: '/receive', label: 'Receive', icon: <InboxOutlined /> },
  { to: '/batches', label: 'Batches', icon: <HddOutlined /> },
] as const

export function SidePanel({ collapsed = false, onGo }: { collapsed?: boolean; onGo?: () => void }) {
  const { pathname } = useLocation()
  const here = entries.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))

  return (
    <nav aria-label="Main" className={styles.panel}>
      <Link to="/" className={styles.brand} aria-label="LIMS, about" {...(onGo && { onClick: onGo })}>
        <BrandMark />
        {!collapsed && (
          <span>
            <strong>LIMS</strong>
            <small>Brain Biology</small>
          </span>
        )}
      </Link>
      <Menu
        mode="inline"
        selectedKeys={here ? [here.to] : []}
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
