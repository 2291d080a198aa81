import type { Sample } from '@lims/contract/samples.ts'
import { structuredBarcode } from '@lims/contract/structured-barcode.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Card, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { isGone } from '../../../api/not-loaded.tsx'
import { QueryError } from '../../../api/query-error.tsx'
import { CustodyTag } from '../../../entities/custody/custody-tag.tsx'
import { deleteSampleQuestion, useDeleteSample } from '../../../entities/deletion/use-delete-sample.ts'
import { sampleHistoryQuery, sampleQuery } from '../../../entities/sample/sample-api.ts'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { useDeniedProps, useMe, useRolesOn } from '../../../entities/session/use-may.ts'
import { WithHistory } from '../../../features/audit-trail/history-tab.tsx'
import { LabelPanel } from '../../../features/printing/label/label-panel.tsx'
import { useConfirmDelete } from '../../../forms/use-confirm-delete.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Mono } from '../../../ui/mono.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { DeleteButton } from '../../../ui/row-actions.tsx'
import { useLeavePage } from '../../../ui/use-leave-page.ts'
import { SampleMissing } from '../sample-missing.tsx'
import { ChildButtons } from './children/child-buttons.tsx'
import { ChildrenPanel } from './children/children-panel.tsx'
import { CustodyPanel } from './custody/custody-panel.tsx'
import { DataFilePanel } from './data-file-panel.tsx'
import { ExcursionPanel } from './excursion-panel.tsx'
import { LifeLine } from './history/life-line.tsx'
import { lifeSteps } from './history/life-steps.ts'
import { SampleHistory } from './history/sample-history.tsx'
import { LocationPanel } from './location/location-panel.tsx'
import { PlaceLine } from './location/place-line.tsx'
import styles from './sample-details-screen.module.css'
import { SampleFacts } from './sample-facts.tsx'
import { StatusControl } from './status-control.tsx'
import { subjectKey, withoutSubject } from './subject-lookup.tsx'

export function SampleDetailsScreen() {
  const { sampleId } = useParams({ from: '/signed-in/samples/$sampleId' })
  const sample = useQuery(sampleQuery(sampleId))

  if (sample.isPending) return <Skeleton active paragraph={{ rows: 10 }} />
  if (isGone(sample, 'sample-not-found')) {
    return <SampleMissing sampleId={sampleId} failure={sample.error} onRetry={sample.refetch} />
  }
  return <SampleDetails key={sample.data.id} sample={sample.data} />
}

function SampleDetails({ sample }: { sample: Sample }) {
  const historyPlace = useRef<HTMLDivElement>(null)
  const history = useQuery(sampleHistoryQuery(sample.id))
  const parentId = sample.parentSampleId
  // While roles are on, or not known to be off, the subject is hidden until it is revealed.
  const rolesOn = useMe()?.rolesOn
  const [choice, setChoice] = useState<{ isHidden: boolean; subject: string }>()
  // What was shown while roles were off, or not known to be on, is hidden again.
  const subject = `${rolesOn} ${subjectKey(sample)}`
  const isOutdated = rolesOn && choice?.subject !== subject
  const isSubjectHidden = sample.masked === true || isOutdated || (choice?.isHidden ?? rolesOn !== false)
  const parent = useQuery({ ...sampleQuery(parentId ?? ''), enabled: parentId !== null })
  const { tab } = useSearch({ from: '/signed-in/samples/$sampleId' })
  const navigate = useNavigate({ from: '/samples/$sampleId' })

  return (
    <>
      <PageHeader
        title={sample.name}
        tag={
          <>
            <StatusTag status={sample.status} />
            <CustodyTag custody={sample.custody} />
          </>
        }
        subtitle={
          <>
            <Identity sample={isSubjectHidden ? withoutSubject(sample) : sample} />
            <PlaceLine sampleId={sample.id} />
          </>
        }
        actions={<SampleButtons sample={sample} />}
        trail={[
          { label: 'Samples', href: '/samples' },
          { label: sample.batchName, href: `/batches/${sample.batchId}` },
        ]}
      />
      <WithHistory
        of={{ entityType: 'sample', entityId: sample.id }}
        isHistory={tab === 'history'}
        notes={<ExcursionPanel key={sample.id} sampleId={sample.id} />}
        onChange={(isHistory) => navigate({ search: isHistory ? { tab: 'history' } : {}, replace: true })}
      >
        <div className={styles.page}>
          <div className={styles.life}>
            <Card>
              <LifeLine steps={lifeSteps(sample, history.data ?? [])} />
            </Card>
          </div>
          <div className={styles.facts}>
            <Card>
              <SampleFacts
                sample={sample}
                isSubjectHidden={isSubjectHidden}
                onHideSubject={(isHidden) => setChoice({ isHidden, subject })}
                parentName={parent.data?.name}
                statusCell={<StatusControl sample={sample} onHistory={() => historyPlace.current?.focus()} />}
              />
            </Card>
            <DataFilePanel sample={sample} />
            <div className={styles.history} ref={historyPlace} tabIndex={-1}>
              <Card title={<h2 className={styles.heading}>Lifecycle history</h2>} loading={history.isPending}>
                {history.isLoadingError ? (
                  <QueryError title="The history could not be loaded" query={history} />
                ) : (
                  <SampleHistory events={history.data ?? []} />
                )}
              </Card>
            </div>
          </div>
          <div className={styles.side}>
            <LabelPanel
              sampleId={sample.id}
              content={labelContent(sample)}
              isHidden={isSubjectHidden && sample.subjectId !== null}
            />
            <LocationPanel sample={sample} />
            <CustodyPanel sample={sample} />
            <ExcursionPanel key={sample.id} sampleId={sample.id} />
            <ChildrenPanel sampleId={sample.id} />
          </div>
        </div>
      </WithHistory>
    </>
  )
}

function SampleButtons({ sample }: { sample: Sample }) {
  const { id, name } = sample
  const navigate = useNavigate()
  const leave = useLeavePage()
  const editing = useDeniedProps('sample.edit')
  const removing = useDeniedProps('sample.delete')
  const remove = useDeleteSample(() => leave(() => navigate({ to: '/samples' })))
  const confirmDelete = useConfirmDelete({
    id,
    name,
    question: deleteSampleQuestion,
    isReasonRequired: useRolesOn(),
    onDelete: (reason) => remove.mutate({ id, name, reason }),
  })
  return (
    <>
      <ChildButtons sample={sample} />
      <LinkButton {...editing} to="/samples/$sampleId/edit" params={{ sampleId: id }}>
        Edit Sample
      </LinkButton>
      <DeleteButton
        name={name}
        size="middle"
        {...removing}
        loading={remove.isPending}
        onClick={confirmDelete}
      />
    </>
  )
}

function Identity({ sample }: { sample: Sample }) {
  return (
    <>
      <Mono>{sample.alias}</Mono> · <Mono>{structuredBarcode(sample)}</Mono>
    </>
  )
}

/** What the server writes on a label. */
const labelContent = ({ alias, name, type, subjectId, collectionTimestamp }: Sample): string =>
  JSON.stringify([alias, name, type, subjectId, collectionTimestamp])
