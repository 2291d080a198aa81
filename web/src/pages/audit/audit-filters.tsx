import type { AuditAction } from '@lims/contract/audit.ts'
import type { AuditEvent } from '@lims/contract/audit-api.ts'
import { keysOf } from '@lims/contract/keys-of.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useRef } from 'react'
import { eventWords } from '../../entities/audit/event-words.ts'
import { peopleQuery } from '../../entities/person/people-api.ts'
import { pickPeopleQuery } from '../../entities/pick/pick-api.ts'
import { useMe } from '../../entities/session/use-may.ts'
import { entityTypes, nounOf } from '../../features/audit-trail/record-link.tsx'
import { chooseByTyping } from '../../ui/choose-by-typing.ts'
import { DayField } from '../../ui/day-field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './audit.module.css'
import type { AuditSearch } from './audit-search.ts'

type Props = {
  chosen: AuditSearch
  /** The loaded events: their people can be chosen. */
  events: readonly AuditEvent[]
  onChange: (change: Partial<AuditSearch>) => void
}

/** Actions that a person does in one way or another: their usual words are those of another action. */
const otherWords: Partial<Record<AuditAction, string>> = {
  'sample.update-statuses': 'changed its status, with others',
  'sample.arrange': 'stored it, moved it or took it out, in a grid or with others',
}

export const actionChoices = keysOf(eventWords).map((action) => ({
  value: action,
  label: `${action.split('.')[0]}: ${otherWords[action] ?? eventWords[action].did}`,
}))
const typeChoices = entityTypes.map((value) => ({ value, label: nounOf(value) }))

export function AuditFilters({ chosen, events, onChange }: Props) {
  const id = useId()
  const days = useDays(chosen, onChange)
  const people = usePeopleChoices(events, chosen.personId)
  return (
    <search className={styles.filters}>
      <Select
        aria-label="Person"
        placeholder="Person"
        allowClear
        showSearch={chooseByTyping}
        options={people}
        value={chosen.personId ?? null}
        onChange={(personId: string | undefined) => onChange({ personId })}
      />
      <Select
        aria-label="Action"
        placeholder="Action"
        allowClear
        showSearch={chooseByTyping}
        popupMatchSelectWidth={300}
        options={actionChoices}
        value={chosen.action ?? null}
        onChange={(action: AuditAction | undefined) => onChange({ action })}
      />
      <Select
        aria-label="Kind of record"
        placeholder="Kind of record"
        allowClear
        options={typeChoices}
        value={chosen.entityType ?? null}
        onChange={(entityType: AuditSearch['entityType']) => onChange({ entityType })}
      />
      <SearchField
        label="Name or ID"
        value={chosen.entityId}
        onSearch={(entityId) => onChange({ entityId })}
      />
      <div className={styles.day}>
        <label htmlFor={`${id}from`}>From</label>
        <DayField
          id={`${id}from`}
          value={chosen.from}
          onChange={(from) => days.change({ from })}
          onFinish={days.finish}
        />
      </div>
      <div className={styles.day}>
        <label htmlFor={`${id}to`}>To</label>
        <DayField
          id={`${id}to`}
          isEnd
          value={chosen.to}
          onChange={(to) => days.change({ to })}
          onFinish={days.finish}
        />
      </div>
    </search>
  )
}

/**
 * The first day and the last. A day that is not in order with the other clears it, but only once it is typed in full:
 * of the 20th, the 2nd comes first.
 */
function useDays({ from, to }: AuditSearch, onChange: Props['onChange']) {
  const unordered = useRef<Pick<AuditSearch, 'from' | 'to'>>(undefined)

  function change(day: Pick<AuditSearch, 'from' | 'to'>) {
    const days = { from, to, ...day }
    const isOrdered = !isEarlier(days.to, days.from)
    unordered.current = isOrdered ? undefined : day
    if (isOrdered) onChange(day)
  }

  function finish() {
    const day = unordered.current
    unordered.current = undefined
    if (day) onChange({ from: undefined, to: undefined, ...day })
  }

  return { change, finish }
}

const isEarlier = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && Date.parse(one) < Date.parse(other)

/**
 * Everybody for an administrator; otherwise the people who can sign in. Service accounts, the pipeline and deactivated
 * people are then only those of the loaded events.
 */
function usePeopleChoices(events: readonly AuditEvent[], chosenId: string | undefined) {
  const me = useMe()
  const mayList = me?.permissions.includes('people.manage') ?? false
  const everybody = useQuery({ ...peopleQuery, enabled: mayList })
  const active = useQuery({ ...pickPeopleQuery, enabled: me !== undefined && !mayList })
  const names = new Map<string, string>()
  if (chosenId !== undefined) names.set(chosenId, chosenId)
  for (const { id, name } of everybody.data?.people ?? active.data?.people ?? []) names.set(id, name)
  for (const { person } of events) names.set(person.id, person.name)
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label))
}
