import type { Person } from '@lims/contract/people.ts'
import { Drawer } from 'antd'
import { PersonHistory } from '../../features/audit-trail/person-history.tsx'
import { TokenList } from '../../features/tokens/token-list.tsx'

export type PersonView = { person: Person; view: 'history' | 'tokens' }

type Props = { shown: PersonView | undefined; isOpen: boolean; onClose: () => void }

/** The tokens of a person, or what the person has done. */
export function PersonPanel({ shown, isOpen, onClose }: Props) {
  if (!shown) return null
  const { person, view } = shown
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      size={720}
      destroyOnHidden
      title={view === 'tokens' ? `Tokens of ${person.name}` : `What ${person.name} did`}
    >
      {view === 'tokens' && <TokenList personId={person.id} empty="No tokens." />}
      {view === 'history' && <PersonHistory personId={person.id} />}
    </Drawer>
  )
}
