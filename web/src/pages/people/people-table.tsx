import type { Person } from '@lims/contract/people.ts'
import { Role, roles } from '@lims/contract/permissions.ts'
import { Select, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { formatDay, formatMoment } from '../../ui/format-moment.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { tablePages } from '../../ui/table-pages.ts'
import { useAtMost } from '../../ui/use-media.ts'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import styles from './people.module.css'
import { PersonMenu, roleBySetting } from './person-menu.tsx'
import type { PersonView } from './person-panel.tsx'
import { describeTokens, usePersonChange } from './use-person-change.tsx'

const PersonPanel = lazyDialog(() => import('./person-panel.tsx').then((file) => file.PersonPanel))

type Props = {
  people: readonly Person[]
  isLoading: boolean
  onCreateToken: (service: Person) => void
}

const pageSize = 50

/** Whether another person has signed in later with the same address, as `hasSuccessor` of the server decides it. */
const isSuccessor = (other: Person, { email, lastSignedInAt }: Person) =>
  email !== '' &&
  other.email === email &&
  other.deactivatedAt === null &&
  other.owner === null &&
  (other.lastSignedInAt ?? '') > (lastSignedInAt ?? '')

/** Everybody who ever signed in, and the service accounts; the role is changed in the row. */
export function PeopleTable({ people, isLoading, onCreateToken }: Props) {
  const change = usePersonChange(people)
  useRerenderDaily()
  const [panel, setPanel] = useState<PersonView>()
  const [isPanelOpen, setPanelOpen] = useState(false)
  const isPhone = useAtMost('sm')

  const roleOf = (person: Person) => (
    <RoleField person={person} onChoose={(role) => change.ask({ kind: 'role', person, role })} />
  )
  const columns: TableColumnsType<Person> = [
    {
      title: 'Person',
      key: 'person',
      render: (_, person) => <PersonName person={person} role={isPhone && roleOf(person)} />,
    },
    ...(isPhone
      ? []
      : [{ title: 'Role', key: 'role', width: 190, render: (_: unknown, person: Person) => roleOf(person) }]),
    ...signInColumns,
    {
      title: <span className="read-aloud-only">Actions</span>,
      key: 'menu',
      width: 56,
      className: 'not-printed',
      render: (_, person) => (
        <PersonMenu
          person={person}
          tokens={describeTokens(people, person)}
          hasSuccessor={people.some((other) => isSuccessor(other, person))}
          onShow={(view) => {
            setPanel({ person, view })
            setPanelOpen(true)
          }}
          onCreateToken={() => onCreateToken(person)}
          onSetActive={() => change.ask({ kind: 'active', person })}
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
      {change.dialog}
      <PersonPanel shown={panel} isOpen={isPanelOpen} onClose={() => setPanelOpen(false)} />
    </>
  )
}

/** Where the role of a person comes from, and how they are signed in. */
const signInColumns: TableColumnsType<Person> = [
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
]

/** `role`: on a phone, below the name. */
function PersonName({ person: { name, email, owner }, role }: { person: Person; role: ReactNode }) {
  const who = owner ? `service account of ${owner.name}` : email
  return (
    <span className={styles.person}>
      <strong>{name}</strong>
      <small title={who}>{who}</small>
      {role}
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
