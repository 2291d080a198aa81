import { MoreOutlined } from '@ant-design/icons'
import type { Person } from '@lims/contract/people.ts'
import { App, Button, type MenuProps } from 'antd'
import { useEndSessions } from '../../entities/person/people-api.ts'
import { useMe } from '../../entities/session/use-may.ts'
import { ButtonMenu } from '../../ui/button-menu.tsx'
import { useMenuButton } from '../../ui/use-menu-button.ts'

type Props = {
  person: Person
  /** The API tokens that they own, in words. */
  tokens: readonly string[]
  /** Whether somebody else has their e-mail address by now. */
  hasSuccessor: boolean
  onShow: (view: 'history' | 'tokens') => void
  onCreateToken: () => void
  onSetActive: () => void
}

/** Why neither the role of a person can be changed nor, without a successor, the person be deactivated. */
export const roleBySetting = (name: string) => `${name} is administrator by the setting ADMIN_EMAILS.`

/** What an administrator can do with a person. */
export function PersonMenu({ person, tokens, hasSuccessor, onShow, onCreateToken, onSetActive }: Props) {
  const { modal } = App.useApp()
  const { id, name, roleFrom, owner, deactivatedAt } = person
  const isSelf = useMe()?.person.id === id
  const end = useEndSessions()
  const { button, refocus } = useMenuButton()
  const isActive = deactivatedAt === null
  const isKept = isActive && roleFrom === 'setting' && !hasSuccessor
  const confirmEnd = () =>
    modal.confirm({
      title: `End all sessions of ${name}?`,
      content: (
        <>
          <p>
            {isSelf
              ? 'You are signed out on every computer, also on this one.'
              : 'They are signed out on every computer, and can sign in again.'}
          </p>
          {tokens.length > 0 && (
            <p>
              {isSelf
                ? 'Your API tokens, and those of your service accounts, stay valid.'
                : `Their API tokens stay valid: ${tokens.join(', and ')}. A change of role also applies to these tokens; Deactivate… revokes them.`}
            </p>
          )}
        </>
      ),
      okText: 'End sessions',
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => end.mutate({ personId: id, name }),
    })

  const items: MenuProps['items'] = [
    { key: 'history', label: 'History', onClick: () => onShow('history') },
    { key: 'tokens', label: 'Tokens', onClick: () => onShow('tokens') },
    ...(owner && isActive ? [{ key: 'create', label: 'Create token…', onClick: onCreateToken }] : []),
    ...(owner
      ? []
      : [
          // Also of a person without one: that they have signed in since is not on the page yet.
          { key: 'end', label: 'End sessions…', disabled: !isActive, onClick: confirmEnd },
        ]),
    { type: 'divider' },
    {
      key: 'active',
      label: isActive ? 'Deactivate…' : 'Reactivate…',
      danger: isActive,
      ...(isKept && { disabled: true, title: roleBySetting(name) }),
      onClick: onSetActive,
    },
  ]
  return (
    <ButtonMenu menu={{ items, onClick: refocus }} placement="bottomRight">
      <Button
        ref={button}
        type="text"
        aria-label={`Actions for ${name}`}
        icon={<MoreOutlined aria-hidden />}
      />
    </ButtonMenu>
  )
}
