import { MenuOutlined } from '@ant-design/icons'
import { Outlet } from '@tanstack/react-router'
import { Button, Drawer, Layout } from 'antd'
import { useState } from 'react'
import { TrailPlace } from '../ui/page-trail.tsx'
import { useAtMost } from '../ui/use-media.ts'
import styles from './frame.module.css'
import { ScanOrSearch } from './scan-or-search.tsx'
import { SidePanel } from './side-panel.tsx'
import { UserMenu } from './user-menu.tsx'

/** What stands around every page of a person who is signed in. */
export function Frame() {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isPhone = useAtMost('md')

  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      {!isPhone && <DeskPanel />}
      <div className={styles.rest}>
        <header className={styles.bar}>
          {isPhone && (
            <Button
              type="text"
              icon={<MenuOutlined />}
              aria-label="Open menu"
              aria-expanded={isMenuOpen}
              onClick={() => setMenuOpen(true)}
            />
          )}
          <div className={styles.trail} ref={setPlace} />
          <ScanOrSearch />
          <UserMenu />
        </header>
        <main id="content" tabIndex={-1} className={styles.content}>
          <TrailPlace value={place}>
            <Outlet />
          </TrailPlace>
        </main>
      </div>
      {isPhone && <PhonePanel open={isMenuOpen} onClose={() => setMenuOpen(false)} />}
    </div>
  )
}

/** Words on a desk, icons on a tablet, wider on a very wide screen. */
function DeskPanel() {
  const [collapsed, setCollapsed] = useState(false)
  const isVeryWide = !useAtMost('xxl')
  return (
    <Layout.Sider
      theme="light"
      collapsible
      breakpoint="xl"
      collapsed={collapsed}
      onCollapse={setCollapsed}
      width={isVeryWide ? 240 : 208}
      collapsedWidth={64}
      className={styles.side ?? ''}
      style={{ position: 'sticky', top: 0, height: '100vh' }}
    >
      <SidePanel collapsed={collapsed} />
    </Layout.Sider>
  )
}

function PhonePanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const isNarrow = useAtMost('xs')
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={isNarrow ? '100%' : 280}
      title="Menu"
      styles={{ body: { padding: 0 } }}
    >
      <SidePanel onGo={onClose} />
    </Drawer>
  )
}
