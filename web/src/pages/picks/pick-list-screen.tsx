import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Skeleton } from 'antd'
import { hasCode } from '../../api/call-error.ts'
import { QueryError } from '../../api/query-error.tsx'
import { pickListsTrail } from '../../entities/freezer-work/trails.ts'
import { pickListQuery } from '../../entities/pick/pick-api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ClosedPickList } from './closed-pick-list.tsx'
import { OpenPickList } from './open-pick-list.tsx'
import { PrintedPickList } from './printed-pick-list.tsx'

/** One pick list: while it is open the walk through the freezers, afterwards its outcome. */
export function PickListScreen() {
  const { pickListId } = useParams({ from: '/signed-in/picks/$pickListId' })
  const content = useQuery(pickListQuery(pickListId))

  if (content.data) {
    return (
      <>
        {content.data.pickList.closedAt === null ? (
          <OpenPickList key={pickListId} content={content.data} />
        ) : (
          <ClosedPickList content={content.data} />
        )}
        <PrintedPickList content={content.data} />
      </>
    )
  }
  return (
    <>
      <PageHeader title="Pick list" trail={pickListsTrail} />
      {content.isPending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : hasCode(content.error, 'pick-list-not-found') || hasCode(content.error, 'request-invalid') ? (
        <EmptyState
          text="There is no pick list with this address."
          action={<LinkButton to="/picks">Show all pick lists</LinkButton>}
        />
      ) : (
        <QueryError title="The pick list could not be loaded" query={content} />
      )}
    </>
  )
}
