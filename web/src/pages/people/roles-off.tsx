import { Role, roles } from '@lims/contract/permissions.ts'
import { App, Button, Card } from 'antd'
import { useState } from 'react'
import { useTurnOnRoles } from '../../entities/person/people-api.ts'
import { TokensCard } from '../../features/tokens/tokens-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RolesDialog } from './lazy-roles-dialog.ts'
import styles from './people.module.css'

/** Explains what roles are, and turns them on. */
export function RolesOff() {
  const { modal } = App.useApp()
  const turnOn = useTurnOnRoles()
  const [isListOpen, setListOpen] = useState(false)
  const confirm = () =>
    modal.confirm({
      title: 'Turn on roles?',
      content: (
        <ul className={styles.consequences}>
          <li>You become the first administrator: you decide who may do what.</li>
          <li>Everybody else keeps what the default role of this site allows, until you change it here.</li>
          <li>
            Subject and site IDs are hidden from people whose role does not include them, but not in names:
            those of the tubes of a patient batch begin with the subject ID.
          </li>
          <li>
            A deletion, a return to an earlier status and a change of a role need a reason, also from scripts:
            those that send none are refused.
          </li>
          <li>Roles stay on.</li>
        </ul>
      ),
      okText: 'Turn on roles',
      width: 520,
      focusable: { autoFocusButton: 'cancel' },
      // Stays open with a spinner until they are on; the query client shows a failure.
      onOk: () =>
        turnOn.mutateAsync().then(
          () => undefined,
          () => undefined,
        ),
    })
  return (
    <>
      <PageHeader
        title="People"
        tag={<span className="muted">Roles are off</span>}
        actions={
          <>
            <Button onClick={() => setListOpen(true)}>What each role may do</Button>
            <Button type="primary" loading={turnOn.isPending} onClick={confirm}>
              Turn on roles
            </Button>
          </>
        }
      />
      <div className={styles.page}>
        <Card>
          <p className={styles.lead}>
            Everybody who signs in may do everything. With roles, each person may do what their work needs:
          </p>
          <dl className={styles.roles}>
            {Role.options.map((role) => (
              <div key={role}>
                <dt>{roles[role].name}</dt>
                <dd>{roles[role].summary}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <TokensCard isSecondary />
      </div>
      <RolesDialog isOpen={isListOpen} onClose={() => setListOpen(false)} />
    </>
  )
}
