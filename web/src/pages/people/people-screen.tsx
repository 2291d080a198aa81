import type { Person } from '@lims/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { QueryError } from '../../api/query-error.tsx'
import { peopleQuery } from '../../entities/person/people-api.ts'
import { meQuery } from '../../entities/session/me-api.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { CreateTokenDialog } from '../../features/tokens/lazy-create-token-dialog.ts'
import { TokensCard } from '../../features/tokens/tokens-card.tsx'
import { formatDay } from '../../ui/format-moment.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RolesDialog } from './lazy-roles-dialog.ts'
import styles from './people.module.css'
import { PeopleTable } from './people-table.tsx'
import { RolesOff } from './roles-off.tsx'

const CreateServiceDialog = lazyDialog(() =>
  import('./create-service-dialog.tsx').then((file) => file.CreateServiceDialog),
)
const EraseSubjectDialog = lazyDialog(() =>
  import('./erase-subject-dialog.tsx').then((file) => file.EraseSubjectDialog),
)

/** Who may do what. While roles are off, the page explains them and turns them on. */
export function PeopleScreen() {
  const me = useQuery(meQuery)
  if (me.data) return me.data.rolesOn ? <People /> : <RolesOff />
  return (
    <>
      <PageHeader title="People" />
      {me.isError ? (
        <QueryError title="Your permissions could not be loaded" query={me} />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </>
  )
}

function People() {
  const people = useQuery(peopleQuery)
  const [dialog, setDialog] = useState<'roles' | 'service' | 'erase'>()
  const [service, setService] = useState<Pick<Person, 'id' | 'name'>>()
  const [isCreatingToken, setCreatingToken] = useState(false)
  const erasing = useDeniedProps('subject.erase')
  const close = () => setDialog(undefined)
  const since = people.data?.rolesOnSince

  function createTokenFor(account: Pick<Person, 'id' | 'name'>) {
    setService(account)
    setCreatingToken(true)
  }

  return (
    <>
      <PageHeader
        title="People"
        tag={
          <span className="muted">{since ? `Roles are on since ${formatDay(since)}` : 'Roles are on'}</span>
        }
        actions={
          <>
            <Button onClick={() => setDialog('roles')}>What each role may do</Button>
            <Button danger {...erasing} onClick={() => setDialog('erase')}>
              Erase subject…
            </Button>
            <Button onClick={() => setDialog('service')}>Create service account</Button>
          </>
        }
      />
      <div className={styles.page}>
        {people.isLoadingError ? (
          <QueryError title="The people could not be loaded" query={people} />
        ) : (
          <PeopleTable
            people={people.data?.people ?? []}
            isLoading={people.isPending}
            onCreateToken={createTokenFor}
          />
        )}
        <TokensCard />
      </div>
      <RolesDialog isOpen={dialog === 'roles'} onClose={close} />
      <EraseSubjectDialog isOpen={dialog === 'erase'} onClose={close} />
      <CreateServiceDialog isOpen={dialog === 'service'} onClose={close} onCreated={createTokenFor} />
      <CreateTokenDialog isOpen={isCreatingToken} onClose={() => setCreatingToken(false)} service={service} />
    </>
  )
}
