import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { NotLoaded } from '../../api/not-loaded.tsx'
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
      <NotLoaded
        query={content}
        notFound={['pick-list-not-found', 'request-invalid']}
        missing={
          <EmptyState
            text="There is no pick list with this address."
            action={<LinkButton to="/picks">Show all pick lists</LinkButton>}
          />
        }
        failedTitle="The pick list could not be loaded"
      />
    </>
  )
}
