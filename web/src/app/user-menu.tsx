import {
  AuditOutlined,
  CheckOutlined,
  HistoryOutlined,
  KeyOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  ReadOutlined,
  TeamOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { formatCount } from '@lims/contract/format-count.ts'
import type { Permission } from '@lims/contract/permissions.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { App, Button, type MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { isUnavailable } from '../api/call-error.ts'
import { logOut } from '../entities/session/log-out.ts'
import { useSession } from '../entities/session/session.ts'
import { useMayAny } from '../entities/session/use-may.ts'
import { countUnsentOf } from '../features/scanning/kept-scans.ts'
import { ButtonMenu } from '../ui/button-menu.tsx'
import { differsFromOwnClock, timeZoneName } from '../ui/clock.ts'
import { useAtMost } from '../ui/use-media.ts'
import { useMenuButton } from '../ui/use-menu-button.ts'
import { UserAvatar } from '../ui/user-avatar.tsx'
import { type ThemeChoice, themeChoice, useThemeChoice } from './theme-mode.ts'

const themes: readonly { choice: ThemeChoice; label: string }[] = [
  { choice: 'light', label: 'Light' },
  { choice: 'dark', label: 'Dark' },
  { choice: 'system', label: 'System' },
]

const pages = [
  {
    to: '/people',
    label: 'People and roles',
    icon: <TeamOutlined aria-hidden />,
    permission: 'people.manage',
  },
  { to: '/audit', label: 'Audit trail', icon: <AuditOutlined aria-hidden />, permission: 'audit.read' },
  { to: '/tokens', label: 'API tokens', icon: <KeyOutlined aria-hidden /> },
  { to: '/recently-deleted', label: 'Recently deleted', icon: <HistoryOutlined aria-hidden /> },
  { to: '/guide', label: 'Guide', icon: <ReadOutlined aria-hidden /> },
] as const satisfies readonly { to: string; label: string; icon: ReactNode; permission?: Permission }[]

const loggedOutHere = {
  key: 'logged-out-here',
  title: 'Logged out in this browser',
  description:
    'The server did not confirm it. The session may stay open on the server until it expires; this browser no longer has it.',
  duration: 0,
}

/** The person who is signed in: the theme, Undo, pages that are opened seldom, help, and the way out. */
export function UserMenu({ onUndo, onHelp }: { onUndo: () => void; onHelp: () => void }) {
  const user = useSession()?.user
  const chosen = useThemeChoice()
  const may = useMayAny()
  const navigate = useNavigate()
  const { modal, notification } = App.useApp()
  const leave = useMutation({
    mutationFn: logOut,
    onError: (failure) => {
      if (isUnavailable(failure)) notification.warning(loggedOutHere)
    },
    meta: { handlesErrors: isUnavailable },
  })
  const phone = useAtMost('md')
  const { button, refocus } = useMenuButton()
  if (!user) return null

  function undo() {
    refocus()
    onUndo()
  }

  function help() {
    refocus()
    onHelp()
  }

  /** Nobody else sends what is left: the person decides whether to wait for the connection. */
  function confirmLogout(sub: string) {
    const unsent = countUnsentOf(sub)
    if (unsent === 0) return logout()
    refocus()
    void modal.confirm({
      title: `${formatCount(unsent, 'scan is', 'scans are')} not sent yet`,
      content: `${unsent === 1 ? 'It is' : 'They are'} sent only when you sign in again in this browser.`,
      okText: 'Log out anyway',
      cancelText: 'Stay signed in',
      focusable: { autoFocusButton: 'cancel' },
      onOk: logout,
    })
  }

  function logout() {
    // Logging out discards drafts: no form may block the navigation.
    void navigate({ to: '/', ignoreBlocker: true })
    leave.mutate()
  }

  const items: MenuProps['items'] = [
    ...(differsFromOwnClock(new Date())
      ? [{ type: 'group', label: `Times of ${timeZoneName()}` } as const, { type: 'divider' } as const]
      : []),
    {
      type: 'group',
      label: 'Theme',
      children: themes.map(({ choice, label }) => ({
        key: choice,
        label: <span aria-current={choice === chosen}>{label}</span>,
        icon: <CheckOutlined aria-hidden style={{ visibility: choice === chosen ? 'visible' : 'hidden' }} />,
        onClick: () => {
          refocus()
          themeChoice.set(choice)
        },
      })),
    },
    { type: 'divider' },
    { key: 'undo', label: 'Undo the last action', icon: <UndoOutlined aria-hidden />, onClick: undo },
    ...pages
      .filter((page) => !('permission' in page) || may(page.permission))
      .map(({ to, label, icon }) => ({ key: to, label, icon, onClick: () => navigate({ to }) })),
    {
      key: 'help',
      label: 'Keyboard shortcuts',
      icon: <QuestionCircleOutlined aria-hidden />,
      onClick: help,
    },
    {
      key: 'logout',
      label: 'Logout',
      icon: <LogoutOutlined aria-hidden />,
      onClick: () => confirmLogout(user.sub),
    },
  ]

  return (
    <ButtonMenu
      menu={{ items }}
      placement="bottomRight"
      getPopupContainer={(button) => button.parentElement ?? document.body}
    >
      <Button
        ref={button}
        type="text"
        aria-label={`Account of ${user.name}`}
        style={{ height: 40, paddingInline: 6 }}
      >
        <UserAvatar name={user.name} avatar={user.avatar} />
        {!phone && <strong>{user.name}</strong>}
      </Button>
    </ButtonMenu>
  )
}
