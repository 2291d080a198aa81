import { formatCount } from '@lims/contract/format-count.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import type { Person } from '@lims/contract/people.ts'
import { type Role, roles } from '@lims/contract/permissions.ts'
import { type ReactNode, useState } from 'react'
import { hasCode } from '../../api/call-error.ts'
import { useSetActive, useSetRole } from '../../entities/person/people-api.ts'
import { ReasonDialog } from '../../forms/lazy-reason-dialog.ts'

/** A change that waits for its reason. */
type PersonChange = { kind: 'role'; person: Person; role: Role } | { kind: 'active'; person: Person }

/** The dialog that asks for the reason of a change of one of these people, and saves it. `ask` opens it. */
export function usePersonChange(people: readonly Person[]): {
  ask: (change: PersonChange) => void
  dialog: ReactNode
} {
  const [change, setChange] = useState<PersonChange>()
  // Separate from `change`: the dialog keeps its texts while it closes.
  const [isOpen, setOpen] = useState(false)
  const setRole = useSetRole()
  const setActive = useSetActive()

  function ask(next: PersonChange) {
    setChange(next)
    setOpen(true)
  }
  const close = () => setOpen(false)

  function confirm(reason: string) {
    if (!change) return
    const { id: personId, name, deactivatedAt, role } = change.person
    if (change.kind === 'role')
      setRole.mutate(
        { personId, name, reason, role: change.role, expectedRole: role ?? undefined },
        {
          onSuccess: close,
          // What the dialog says of the role is out of date: the row has the present one.
          onError: (failure) => hasCode(failure, 'version-stale') && close(),
        },
      )
    else setActive.mutate({ personId, name, reason, isActive: deactivatedAt !== null }, { onSuccess: close })
  }

  const dialog = (
    <ReasonDialog
      isOpen={isOpen}
      {...textsOf(change, people)}
      draftId={change?.person.id}
      isWorking={setRole.isPending || setActive.isPending}
      onConfirm={confirm}
      onClose={close}
    />
  )
  return { ask, dialog }
}

function textsOf(change: PersonChange | undefined, people: readonly Person[]) {
  if (!change) return { title: '', okText: '' }
  const { name, deactivatedAt, role, owner } = change.person
  const ofServices = describeServiceTokens(people, change.person)
  if (change.kind === 'role') {
    const ofPerson = describeTokens(people, change.person)
    return {
      title: `Make ${name} ${roles[change.role].name}?`,
      okText: 'Change role',
      children: (
        <>
          <p>
            {role && `Now ${roles[role].name}. `}
            {roles[change.role].summary} It takes effect at once.
          </p>
          {ofPerson.length > 0 && (
            <p>
              It also counts for {ofPerson.join(', and for ')}. These tokens may then do what this role may,
              as far as their own permissions go.
            </p>
          )}
          {mayManage(role) && !mayManage(change.role) && <TokensForOthers person={change.person} />}
        </>
      ),
    }
  }
  if (deactivatedAt === null) {
    return {
      title: `Deactivate ${name}?`,
      okText: 'Deactivate',
      isDanger: true,
      children: (
        <>
          <p>
            {owner
              ? 'Its tokens end at once. What it did stays.'
              : 'Their sessions and tokens end at once, and they cannot sign in. What they did stays.'}
          </p>
          {ofServices && (
            <p>
              This also ends {ofServices}. Loggers and robots that use them are refused from then on, and need
              tokens of a service account of somebody else: create these first.
            </p>
          )}
          <TokensForOthers person={change.person} />
        </>
      ),
    }
  }
  return {
    title: `Reactivate ${name}?`,
    okText: 'Reactivate',
    children: (
      <p>
        {owner
          ? `New tokens can be created for it, while ${owner.name} is active. Those that it had stay revoked.`
          : 'They can sign in again, with the role they had. Their tokens stay revoked.'}
      </p>
    ),
  }
}

const mayManage = (role: Role | null) => role !== null && roles[role].permissions.includes('people.manage')

/** Tokens of others that end too, since whoever created them may have kept them. */
function TokensForOthers({ person: { owner, tokensForOthers } }: { person: Person }) {
  if (tokensForOthers.length === 0) return null
  const { count, names } = totalOf(tokensForOthers)
  return (
    <p>
      This also ends {formatCount(count, 'token')} that{' '}
      {owner ? 'it created for other service accounts' : 'they created for service accounts of others'}:{' '}
      {names}. Loggers and robots that use them need other tokens: create these first.
    </p>
  )
}

/** Returns how many tokens service accounts have, and 'Freezer loggers (30), Robot (1)'. */
const totalOf = (services: readonly { name: string; tokens: number }[]) => ({
  count: services.reduce((sum, { tokens }) => sum + tokens, 0),
  names: joinTexts(services.map(({ name, tokens }) => `${name} (${tokens})`)),
})

/** Returns '2 tokens of their own' and those of their service accounts; what has none is left out. */
export const describeTokens = (people: readonly Person[], person: Person): string[] =>
  [
    person.tokens > 0 ? `${formatCount(person.tokens, 'token')} of their own` : '',
    describeServiceTokens(people, person),
  ].filter((text) => text !== '')

/** Returns '31 tokens of service accounts that they own: Freezer loggers (30), Robot (1)'; empty if there are none. */
function describeServiceTokens(people: readonly Person[], { id }: Person): string {
  const services = people.filter(({ owner, tokens }) => owner?.id === id && tokens > 0)
  if (services.length === 0) return ''
  const { count, names } = totalOf(services)
  return `${formatCount(count, 'token')} of service accounts that they own: ${names}`
}
