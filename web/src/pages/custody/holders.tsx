import { CustodyList, custodyLists } from '@lims/contract/custody.ts'
import type { CustodyListReply, ListedCustody } from '@lims/contract/custody-api.ts'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Checkbox, Select, type TableColumnsType } from 'antd'
import { useRef, useState } from 'react'
import { QueryError } from '../../api/query-error.tsx'
import { custodyListQuery } from '../../entities/custody/custody-api.ts'
import { CustodyTag } from '../../entities/custody/custody-tag.tsx'
import { SetCustodyDialog } from '../../entities/custody/lazy-dialogs.ts'
import { useConfirmThaw, usePutAway, useReturn } from '../../entities/custody/use-change-custody.ts'
import { PickListLink } from '../../entities/pick/pick-list-link.tsx'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { useSession } from '../../entities/session/session.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { PlaceLink } from '../../entities/storage/place-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatLastDay, formatMoment } from '../../ui/format-moment.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { onPlainClick } from '../../ui/on-plain-click.ts'
import { PagedTable } from '../../ui/paged-table.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { useAtMost } from '../../ui/use-media.ts'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import styles from './custody.module.css'

const pageSize = 20

/** Who holds what, the longest overdue first. */
export function Holders() {
  useRerenderDaily()
  const { show = 'out', mine, page = 1 } = useSearch({ from: '/signed-in/custody' })
  const navigate = useNavigate({ from: '/custody' })
  const own = useSession()?.user.sub
  const [changing, setChanging] = useState<ListedCustody>()
  const [isOpen, setOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery(
    custodyListQuery({
      show,
      ...(mine && own ? { personId: own } : {}),
      pageNumber: page - 1,
      pageSize,
    }),
  )
  const totals = list.data?.totals

  return (
    <section className={styles.holders} aria-labelledby="who-has-what">
      <div className={styles.filters}>
        <h2 id="who-has-what" ref={heading} tabIndex={-1}>
          Who has what
        </h2>
        <Select
          aria-label="List"
          value={show}
          options={CustodyList.options.map((name) => ({
            value: name,
            label: totals ? `${custodyLists[name]} (${formatNumber(totals[name] ?? 0)})` : custodyLists[name],
          }))}
          onChange={(next: CustodyList) => navigate({ search: { show: next, mine }, replace: true })}
        />
        <Checkbox
          checked={mine === 'yes'}
          onChange={({ target }) =>
            navigate({ search: { show, mine: target.checked ? 'yes' : undefined }, replace: true })
          }
        >
          Only mine
        </Checkbox>
      </div>
      {list.isLoadingError ? (
        <QueryError title="The list could not be loaded" query={list} />
      ) : (
        <TableCard>
          <PagedTable
            // A tube that was thawed over the limit twice waits for two confirmations.
            rowKey={({ id, toConfirm }) => (show === 'to-confirm' && toConfirm ? toConfirm.eventId : id)}
            // Else a long name or path would move the buttons out of the window.
            tableLayout="fixed"
            columns={columnsFor((sample) => {
              setChanging(sample)
              setOpen(true)
            })}
            query={list}
            rows={list.data?.samples}
            total={list.data?.total}
            page={page}
            pageSize={pageSize}
            onPage={(next) => navigate({ search: (before) => ({ ...before, page: next }) })}
            empty={
              <EmptyList
                show={show}
                isOnlyMine={mine === 'yes'}
                totals={totals}
                // The list that it opens takes the place of the link.
                onLeave={() => heading.current?.focus()}
              />
            }
          />
        </TableCard>
      )}
      {changing && (
        <SetCustodyDialog
          title={`Custody of ${changing.name}`}
          sampleIds={[changing.id]}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

const emptyTexts: Record<CustodyList, string> = {
  out: 'Every tube is where it belongs.',
  overdue: 'Nothing is overdue.',
  CHECKED_OUT: 'Nothing is checked out.',
  RESERVED: 'Nothing is reserved.',
  MISSING: 'Nothing is missing.',
  QUARANTINED: 'Nothing is quarantined.',
  'to-put-away': 'No returned tube waits to be put away.',
  'to-confirm': 'No freeze-thaw cycle waits for a confirmation.',
}

type EmptyListProps = {
  show: CustodyList
  isOnlyMine: boolean
  totals: CustodyListReply['totals'] | undefined
  /** Called when a link to another list is followed. */
  onLeave: () => void
}

/** Why a list is empty. If nothing is out, what waits in the two lists of tubes that are available is named too. */
function EmptyList({ show, isOnlyMine, totals, onLeave }: EmptyListProps) {
  if (show !== 'out') {
    if (!isOnlyMine || !totals?.[show]) return <EmptyState text={emptyTexts[show]} />
    return (
      <EmptyState
        text="Nothing of yours is in this list."
        action={
          <LinkButton to="/custody" search={{ show }} onClick={onPlainClick(onLeave)}>
            Show those of everybody
          </LinkButton>
        }
      />
    )
  }
  const numToPutAway = totals?.['to-put-away'] ?? 0
  const numToConfirm = totals?.['to-confirm'] ?? 0
  const waiting = [
    numToPutAway > 0 &&
      `${formatCount(numToPutAway, 'returned tube')} ${numToPutAway === 1 ? 'waits' : 'wait'} to be put away.`,
    numToConfirm > 0 &&
      `${formatCount(numToConfirm, 'freeze-thaw cycle')} ${numToConfirm === 1 ? 'waits' : 'wait'} for a confirmation.`,
  ].filter(Boolean)
  if (waiting.length === 0 && !isOnlyMine) return <EmptyState text={emptyTexts.out} />
  return (
    <EmptyState
      text={[isOnlyMine ? 'You have nothing out.' : 'Nothing is out.', ...waiting].join(' ')}
      action={
        <>
          {numToPutAway > 0 && (
            <LinkButton to="/custody" search={{ show: 'to-put-away' }} onClick={onPlainClick(onLeave)}>
              Show tubes to put away
            </LinkButton>
          )}
          {numToConfirm > 0 && (
            <LinkButton to="/custody" search={{ show: 'to-confirm' }} onClick={onPlainClick(onLeave)}>
              Show cycles to confirm
            </LinkButton>
          )}
        </>
      }
    />
  )
}

const columnsFor = (onChange: (sample: ListedCustody) => void): TableColumnsType<ListedCustody> => [
  {
    title: 'Tube',
    key: 'tube',
    render: (_, sample) => (
      <span className={styles.what}>
        <SampleLink {...sample} />
        <span className={styles.tag}>
          <CustodyTag custody={sample.custody} withAvailable />
        </span>
        <span className={styles.small}>
          <Due {...sample} />
        </span>
        <ForAndPlace {...sample} />
        <span className={styles.small}>
          {sample.toConfirm && 'Checked out by '}
          {sample.pickList && 'Reserved for '}
          {sample.person.name}, {formatMoment(sample.since)}
        </span>
      </span>
    ),
  },
  {
    title: 'For',
    key: 'why',
    className: styles.words ?? '',
    width: '22%',
    responsive: ['md'],
    render: (_, sample) => <For {...sample} />,
  },
  {
    title: 'Place',
    key: 'place',
    width: '30%',
    responsive: ['md'],
    render: (_, { place }) => <PlaceLink place={place} />,
  },
  {
    title: <span className="read-aloud-only">Actions</span>,
    key: 'actions',
    className: `not-printed ${styles.buttons}`,
    align: 'end',
    render: (_, sample) => <RowActions sample={sample} onChange={() => onChange(sample)} />,
  },
]

function For({ purpose, reason, pickList }: ListedCustody) {
  const why = purpose || reason
  if (!pickList) return why
  return (
    <>
      {why && `${why}, `}
      <PickListLink {...pickList} />
    </>
  )
}

/** On a phone, where these two columns are not shown. */
function ForAndPlace(sample: ListedCustody) {
  const { purpose, reason, pickList, place } = sample
  const isNarrow = useAtMost('md')
  if (!isNarrow) return null
  return (
    <>
      {(purpose || reason || pickList) && (
        <span className={`${styles.small} ${styles.where}`}>
          For: <For {...sample} />
        </span>
      )}
      <span className={`${styles.small} ${styles.where}`}>
        <PlaceLink place={place} />
      </span>
    </>
  )
}

function Due({ expectedReturnAt, isOverdue, isToPutAway, toConfirm, freeCell }: ListedCustody) {
  if (isOverdue && expectedReturnAt)
    return <span className={styles.overdue}>Overdue since {formatLastDay(expectedReturnAt)}</span>
  if (toConfirm) {
    const { thawCount, thawLimit } = toConfirm
    return `Thawed ${formatCount(thawCount, 'time')}, limit ${thawLimit}`
  }
  if (isToPutAway) return freeCell ? `To put away: ${pathText(freeCell.path)} is free` : 'To put away'
  if (expectedReturnAt) return `Expected back by ${formatLastDay(expectedReturnAt)}`
  return null
}

function RowActions({ sample, onChange }: { sample: ListedCustody; onChange: () => void }) {
  const { id, name, custody, isToPutAway, place, freeCell, toConfirm, custodyEventId } = sample
  const denied = useDeniedProps('custody.edit')
  const placing = useDeniedProps('placement.edit')
  const giveBack = useReturn()
  const putAway = usePutAway()
  const confirm = useConfirmThaw()
  const own = useSession()?.user.sub
  // A check-out that waits for its confirmation may have ended, and another one holds.
  const isOfNow = !toConfirm || toConfirm.eventId === custodyEventId
  return (
    <span className={styles.actions}>
      {toConfirm && (
        <Button
          {...(toConfirm.requestedBy.id === own
            ? { disabled: true, title: 'Another person than the one who checked out confirms it' }
            : denied)}
          aria-label={`Confirm the freeze-thaw cycle of ${name}, checked out by ${toConfirm.requestedBy.name}`}
          loading={confirm.isPending}
          onClick={() => confirm.mutate(toConfirm.eventId)}
        >
          Confirm
        </Button>
      )}
      {custody === 'CHECKED_OUT' && isOfNow && (
        <Button
          {...denied}
          aria-label={`Return ${name}`}
          loading={giveBack.isPending}
          onClick={() => giveBack.mutate([{ sampleId: id, eventId: custodyEventId }])}
        >
          Return
        </Button>
      )}
      {isToPutAway && (place ?? freeCell) && (
        <Button
          {...(place ? denied : placing)}
          aria-label={
            place
              ? `It is there: ${name}, ${place.path}`
              : `Put into ${freeCell?.location}: ${name}, ${freeCell?.path}`
          }
          loading={putAway.isPending}
          onClick={() =>
            putAway.mutate({ sampleId: id, cell: place ? null : freeCell, eventId: custodyEventId })
          }
        >
          {place ? 'It is there' : `Put into ${freeCell?.location}`}
        </Button>
      )}
      {custody !== 'AVAILABLE' && custody !== 'RESERVED' && (
        <Button {...denied} aria-label={`Custody of ${name}`} onClick={onChange}>
          Custody…
        </Button>
      )}
    </span>
  )
}
