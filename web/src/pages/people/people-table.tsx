import type { Person } from '@lims/contract/people.ts'
import { Role, roles } from '@lims/contract/permissions.ts'
import { Select, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useSetActive, useSetRole } from '../../entities/person/people-api.ts'
import { ReasonDialog } from '../../forms/lazy-reason-dialog.ts'
import { formatDay, formatMoment } from '../../ui/format-moment.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { tablePages } from '../../ui/table-pages.ts'
import styles from './people.module.css'
import { PersonMenu, roleBySetting } from './person-menu.tsx'
import type { PersonView } from './person-panel.tsx'

const PersonPanel = lazyDialog(() => import('./person-panel.tsx').then((file) => file.PersonPanel))

type Props = {
  people: readonly Person[]
  isLoading: boolean
  onCreateToken: (service: Person) => void
}

/** A change that waits for its reason. */
type PendingChange = { kind: 'role'; person: Person; role: Role } | { kind: 'active'; person: Person }

const pageSize = 50

/** Everybody who ever signed in, and the service accounts; the role is changed in the row. */
export function PeopleTable({ people, isLoading, onCreateToken }: Props) {
  const [change, setChange] = useState<PendingChange>()
  // Separate from `change`: the dialog keeps its texts while it closes.
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [panel, setPanel] = useState<PersonView>()
  const [isPanelOpen, setPanelOpen] = useState(false)
  const setRole = useSetRole()
  const setActive = useSetActive()

  function requestReason(next: PendingChange) {
    setChange(next)
    setDialogOpen(true)
  }
  const close = () => setDialogOpen(false)

  function confirm(reason: string) {
    if (!change) return
    const { id: personId, name, deactivatedAt } = change.person
    if (change.kind === 'role')
      setRole.mutate({ personId, name, reason, role: change.role }, { onSuccess: close })
    else setActive.mutate({ personId, name, reason, isActive: deactivatedAt !== null }, { onSuccess: close })
  }

  const columns: TableColumnsType<Person> = [
    { title: 'Person', key: 'person', render: (_, person) => <PersonName person={person} /> },
    {
      title: 'Role',
      key: 'role',
      width: 190,
      render: (_, person) => (
        <RoleField person={person} onChoose={(role) => requestReason({ kind: 'role', person, role })} />
      ),
    },
    {
      title: 'From',
      key: 'from',
      width: 150,
      responsive: ['xl'],
      render: (_, person) => describeOrigin(person),
    },
    {
      title: 'Last sign-in',
      key: 'lastSignedInAt',
      width: 170,
      className: 'numbers',
      responsive: ['md'],
      render: (_, { lastSignedInAt }) => (lastSignedInAt ? formatMoment(lastSignedInAt) : '—'),
    },
    {
      title: 'Sessions',
      key: 'sessions',
      width: 90,
      align: 'end',
      className: 'numbers',
      responsive: ['lg'],
      render: (_, { owner, openSessions }) => (owner ? '—' : openSessions),
    },
    {
      title: 'Tokens',
      key: 'tokens',
      width: 80,
      align: 'end',
      className: 'numbers',
      responsive: ['lg'],
      render: (_, { tokens }) => tokens,
    },
    {
      title: <span className="read-aloud-only">Actions</span>,
      key: 'menu',
      width: 56,
      className: 'not-printed',
      render: (_, person) => (
        <PersonMenu
          person={person}
          onShow={(view) => {
            setPanel({ person, view })
            setPanelOpen(true)
          }}
          onCreateToken={() => onCreateToken(person)}
          onSetActive={() => requestReason({ kind: 'active', person })}
        />
      ),
    },
  ]

  return (
    <>
      <TableCard>
        <Table<Person>
          rowKey="id"
          columns={columns}
          dataSource={[...people]}
          loading={isLoading}
          locale={{ emptyText: ' ' }}
          rowClassName={({ deactivatedAt }) => (deactivatedAt === null ? '' : (styles.gone ?? ''))}
          pagination={{ pageSize, ...tablePages }}
        />
      </TableCard>
      <ReasonDialog
        isOpen={isDialogOpen}
        {...textsOf(change)}
        isWorking={setRole.isPending || setActive.isPending}
        onConfirm={confirm}
        onClose={close}
      />
      <PersonPanel shown={panel} isOpen={isPanelOpen} onClose={() => setPanelOpen(false)} />
    </>
  )
}

function PersonName({ person: { name, email, owner } }: { person: Person }) {
  return (
    <span className={styles.person}>
      <strong>{name}</strong>
      <small title={owner ? '' : email}>{owner ? `service account of ${owner.name}` : email}</small>
    </span>
  )
}

const options = Role.options.map((role) => ({ value: role, label: roles[role].name }))

function RoleField({ person, onChoose }: { person: Person; onChoose: (role: Role) => void }) {
  const { name, role, roleFrom, deactivatedAt, owner } = person
  const isBySetting = roleFrom === 'setting'
  if (deactivatedAt !== null) return <span>Deactivated {formatDay(deactivatedAt)}</span>
  if (owner) return <span className="muted">as its tokens allow</span>
  return (
    <Select
      className={styles.role ?? ''}
      aria-label={`Role of ${name}`}
      value={role}
      disabled={isBySetting}
      title={isBySetting ? roleBySetting(name) : ''}
      options={options}
      popupMatchSelectWidth={280}
      optionRender={({ value }) => <RoleOption role={value as Role} />}
      onChange={(next) => next && next !== role && onChoose(next)}
    />
  )
}

const RoleOption = ({ role }: { role: Role }) => (
  <span className={styles.option}>
    {roles[role].name}
    <small>{roles[role].summary}</small>
  </span>
)

function describeOrigin({ roleFrom, group, owner }: Person): string {
  if (owner) return 'token'
  if (roleFrom === 'given') return 'given here'
  if (roleFrom === 'setting') return 'ADMIN_EMAILS'
  return roleFrom === 'provider' ? `group ${group ?? ''}` : 'default role'
}

function textsOf(change: PendingChange | undefined) {
  if (!change) return { title: '', okText: '' }
  const { name, deactivatedAt, role } = change.person
  if (change.kind === 'role') {
    return {
      title: `Make ${name} ${roles[change.role].name}?`,
      okText: 'Change role',
      children: (
        <p>
          {role && `Now ${roles[role].name}. `}
          {roles[change.role].summary} It takes effect at once.
        </p>
      ),
    }
  }
  if (deactivatedAt === null) {
    return {
      title: `Deactivate ${name}?`,
      okText: 'Deactivate',
      isDanger: true,
      children: <p>Their sessions and tokens end at once, and they cannot sign in. What they did stays.</p>,
    }
  }
  return {
    title: `Reactivate ${name}?`,
    okText: 'Reactivate',
    children: <p>They can sign in again, with the role they had. Their tokens stay revoked.</p>,
  }
}
