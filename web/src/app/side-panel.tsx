import {
  AppstoreOutlined,
  AuditOutlined,
  ContainerOutlined,
  ExperimentOutlined,
  HddOutlined,
  InboxOutlined,
  TableOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { Link, useLocation } from '@tanstack/react-router'
import { Menu } from 'antd'
import { useMe } from '../entities/session/use-may.ts'
import { ViewLinks } from '../features/sample-table/view-links.tsx'
import styles from './side-panel.module.css'

const entries = [
  { to: '/dashboard', label: 'Dashboard', icon: <AppstoreOutlined aria-hidden /> },
  { to: '/samples', label: 'Samples', icon: <ExperimentOutlined aria-hidden /> },
  { to: '/receive', label: 'Receive', icon: <InboxOutlined aria-hidden /> },
  { to: '/batches', label: 'Batches', icon: <HddOutlined aria-hidden /> },
  { to: '/storage', label: 'Storage', icon: <TableOutlined aria-hidden /> },
  { to: '/freezer-work', label: 'Freezer work', icon: <ContainerOutlined aria-hidden /> },
] as const

/** Pages with addresses of their own that belong to Freezer work. */
const freezerWorkPaths = ['/custody', '/picks', '/stock-takes', '/moves'] as const

/** Shown to those who may use them, once roles are on. */
const administration = [
  { to: '/people', label: 'People', icon: <TeamOutlined aria-hidden />, permission: 'people.manage' },
  { to: '/audit', label: 'Audit', icon: <AuditOutlined aria-hidden />, permission: 'audit.read' },
] as const

type Props = { isNarrow?: boolean; onNavigate?: () => void }

/** The main menu, with the saved views below where there is room for them. */
export function SidePanel({ isNarrow = false, onNavigate }: Props) {
  const { pathname } = useLocation()
  const me = useMe()
  const shown = [
    ...entries,
    ...administration.filter(({ permission }) => me?.rolesOn && me.permissions.includes(permission)),
  ]
  const current = shown.find(({ to }) =>
    [to, ...(to === '/freezer-work' ? freezerWorkPaths : [])].some(
      (path) => pathname === path || pathname.startsWith(`${path}/`),
    ),
  )

  return (
    <nav aria-label="Main" className={styles.panel}>
      <Menu
        mode="inline"
        selectedKeys={current ? [current.to] : []}
        {...(onNavigate && { onClick: onNavigate })}
        items={shown.map(({ to, label, icon }) => ({
          key: to,
          icon,
          // The router knows only the addresses that begin with its own.
          label: (
            <Link to={to} {...(to === current?.to && { 'aria-current': 'page' as const })}>
              {label}
            </Link>
          ),
          title: label,
        }))}
      />
      {!isNarrow && <ViewLinks onNavigate={onNavigate} />}
    </nav>
  )
}
