import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { App, Button, Layout } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../entities/session/session.ts'
import { useRefetchOnAccessChange } from '../entities/session/use-refetch-on-access-change.ts'
import { singleKeyShortcuts } from '../features/scanning/single-key-shortcuts.ts'
import { useResend } from '../features/scanning/use-resend.ts'
import { Announcer } from '../ui/announcer.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import { shownTimeZone } from '../ui/clock.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { headingId } from '../ui/page-header.tsx'
import { TrailPlace } from '../ui/page-trail.tsx'
import type { KeyOf } from '../ui/shortcut.ts'
import { useAtMost } from '../ui/use-media.ts'
import { usePageKeys } from '../ui/use-page-keys.ts'
import { forgetUndo, isLatestUndoFrom, undoLatest } from '../ui/use-undo-notice.tsx'
import { AllowedPage } from './allowed-page.tsx'
import styles from './frame.module.css'
import type { goToHelp } from './keyboard-help/help-keys.ts'
import { LiveDot } from './live/live-dot.tsx'
import { NoticesOfPerson } from './notices-of-person.tsx'
import { ScanOrSearch } from './search/scan-or-search.tsx'
import type { undoKeys } from './search/search-keys.ts'
import { SidePanel } from './side-panel.tsx'
import { UnderstoodFilters } from './understood-filters.tsx'
import { useFocusPage } from './use-focus-page.ts'
import { useKeepFocus } from './use-keep-focus.ts'
import { useLoadingNotice } from './use-loading-notice.ts'
import { useRoomForNotices } from './use-room-for-notices.ts'
import { useScansInDialogs } from './use-scans-in-dialogs.ts'
import { useStrayFiles } from './use-stray-files.ts'
import { useUnsentScans } from './use-unsent-scans.ts'
import { UserMenu } from './user-menu.tsx'

const KeyboardHelp = lazyDialog(() =>
  import('./keyboard-help/keyboard-help.tsx').then((file) => file.KeyboardHelp),
)
const loadPhonePanel = () => import('./phone-panel.tsx').then((file) => file.PhonePanel)
const PhonePanel = lazyDialog(loadPhonePanel)

/** The frame around every page of a person who is signed in. For the next person it is mounted anew, with its page. */
export function Frame() {
  const signedIn = useSession()?.user.sub
  // A session that ends leaves the page as it is until the sign-in page is shown.
  const [person, setPerson] = useState(signedIn)
  if (signedIn !== undefined && signedIn !== person) setPerson(signedIn)
  return (
    <NoticesOfPerson key={person}>
      <FrameOfPerson />
    </NoticesOfPerson>
  )
}

function FrameOfPerson() {
  const [trail, setTrail] = useState<HTMLElement | null>(null)
  const [isMenuOpen, setMenuOpen] = useOpenOnPage()
  const [isHelpOpen, setHelpOpen] = useOpenOnPage()
  const menuButton = useRef<HTMLButtonElement>(null)
  const isPhone = useAtMost('md')
  const undo = useUndoLatest()
  useUnsentScans()
  useResend()
  useKeepFocus()
  useRoomForNotices()
  useFocusPage()
  useLoadingNotice()
  useScansInDialogs()
  useStrayFiles()
  useRefetchOnAccessChange()
  const help = () => setHelpOpen(true)
  const closeMenu = () => setMenuOpen(false)
  useEffect(() => {
    // The menu must open without a connection, too.
    if (isPhone) loadPhonePanel().catch(() => undefined)
  }, [isPhone])
  const helpByKey = () => {
    if (singleKeyShortcuts.get()) help()
  }
  usePageKeys({ '?': helpByKey } satisfies Record<KeyOf<typeof goToHelp>, () => void>, () => true)

  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      {!isPhone && <DesktopPanel />}
      <div className={styles.rest}>
        <header className={styles.bar}>
          {isPhone && (
            <Button
              ref={menuButton}
              className={styles.menu ?? ''}
              type="text"
              icon={<MenuOutlined aria-hidden />}
              aria-label="Open menu"
              aria-expanded={isMenuOpen}
              onClick={() => setMenuOpen(true)}
            />
          )}
          <div className={styles.trail} ref={setTrail} />
          <ScanOrSearch />
          <LiveDot />
          <UserMenu onUndo={undo} onHelp={help} />
        </header>
        <main id="content" tabIndex={-1} aria-labelledby={headingId} className={styles.content}>
          <TrailPlace value={trail}>
            <AllowedPage>
              <UnderstoodFilters>
                {/* All of a page is drawn anew when the laboratory turns out to have another time zone. */}
                <Outlet key={shownTimeZone()} />
              </UnderstoodFilters>
            </AllowedPage>
          </TrailPlace>
        </main>
      </div>
      <Announcer />
      <KeyboardHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      {isPhone && (
        <PhonePanel title={<Brand />} isOpen={isMenuOpen} onClose={closeMenu} opener={menuButton}>
          <SidePanel onNavigate={closeMenu} />
        </PhonePanel>
      )}
    </div>
  )
}

/** Whether something of the frame is open. Another page, such as by Back, closes it. */
function useOpenOnPage(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const page = useLocation({ select: ({ pathname }) => pathname })
  const [openOn, setOpenOn] = useState<string>()
  // For good: it must not open by itself when that page is visited again.
  if (openOn !== undefined && openOn !== page) setOpenOn(undefined)
  return [openOn === page, (isOpen) => setOpenOn(isOpen ? page : undefined)]
}

/** Returns what Ctrl+Z does, as long as this person is signed in: the user menu does it where there is no keyboard. */
function useUndoLatest() {
  const { message } = App.useApp()
  const undo = () => {
    if (!undoLatest()) void message.info({ key: 'undo', content: 'There is nothing to undo.' })
  }
  usePageKeys({ 'ctrl z': undo } satisfies Record<KeyOf<typeof undoKeys>, () => void>, isLatestUndoFrom)
  // A module holds what can be undone, beyond this component.
  useEffect(() => forgetUndo, [])
  return undo
}

/** Labels on a desktop, icons on a tablet, wider on a very wide screen. */
function DesktopPanel() {
  const [isCollapsed, setCollapsed] = useState(false)
  const isVeryWide = !useAtMost('xxl')
  return (
    <Layout.Sider
      theme="light"
      collapsible
      trigger={null}
      breakpoint="xl"
      collapsed={isCollapsed}
      onCollapse={setCollapsed}
      width={isVeryWide ? 240 : 208}
      collapsedWidth={64}
      className={styles.side ?? ''}
      style={{ position: 'sticky', top: 0, height: '100vh' }}
    >
      <div className={styles.column}>
        <Brand short={isCollapsed} />
        <SidePanel isNarrow={isCollapsed} />
        <Button
          type="text"
          icon={isCollapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
          aria-label={isCollapsed ? 'Expand the menu' : 'Collapse the menu'}
          className={styles.fold ?? ''}
          onClick={() => setCollapsed(!isCollapsed)}
        />
      </div>
    </Layout.Sider>
  )
}

function Brand({ short = false }: { short?: boolean }) {
  return (
    <Link to="/dashboard" className={styles.brand} {...(short && { 'aria-label': 'LIMS' })}>
      <BrandMark />
      {!short && (
        <span>
          <strong>LIMS</strong>
          <small>Brain Biology</small>
        </span>
      )}
    </Link>
  )
}
