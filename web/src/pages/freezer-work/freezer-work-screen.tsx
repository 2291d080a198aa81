import { AuditOutlined, ExportOutlined, SwapOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './freezer-work-screen.module.css'

const entries = [
  {
    to: '/custody',
    title: 'Check out and return',
    text: 'Take tubes out for a purpose, return them, and see who has what.',
    icon: <SwapOutlined aria-hidden />,
  },
  {
    to: '/picks',
    title: 'Pick lists',
    text: 'Reserve tubes for a person, and fetch them in the order of the walk.',
    icon: <UnorderedListOutlined aria-hidden />,
  },
  {
    to: '/stock-takes',
    title: 'Stock-takes',
    text: 'Count a freezer by scanning, and decide what is accepted of the differences.',
    icon: <AuditOutlined aria-hidden />,
  },
  {
    to: '/moves',
    title: 'Evacuate and consolidate',
    text: 'Empty a freezer, free racks, or merge boxes that are nearly empty.',
    icon: <ExportOutlined aria-hidden />,
  },
] as const satisfies { to: string; title: string; text: string; icon: ReactNode }[]

/** The pages for work at the freezer. */
export function FreezerWorkScreen() {
  return (
    <>
      <PageHeader title="Freezer work" />
      <ul className={styles.entries}>
        {entries.map(({ to, title, text, icon }) => (
          <li key={to}>
            <Link to={to} className={styles.entry ?? ''}>
              <span className={styles.icon}>{icon}</span>
              <span>
                <h2>{title}</h2>
                <span className="muted">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
