import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { LifecycleEvent, Sample } from '@lims/contract/samples.ts'

export type LifeStep = { label: string; at: string | null; isFailure?: boolean }

type Events = readonly Pick<LifecycleEvent, 'status' | 'timestamp'>[]

/** The steps of a sample's life in their usual order. A step without a time has not happened, or was not recorded. */
export function lifeSteps(sample: Sample, newestFirst: Events): LifeStep[] {
  const sent = lastOf(newestFirst, ['SENT_TO_C2N'])
  const sequenced = lastOf(newestFirst, ['SEQUENCED'])
  const checked = qcResult(sample, newestFirst)
  return [
    { label: 'Collected', at: sample.collectionTimestamp },
    { label: 'Received', at: sample.receivedTimestamp },
    { label: 'Processed', at: sample.processedTimestamp },
    { label: checked.label, at: sample.qcTimestamp, isFailure: checked.isFailure },
    { label: 'Archived', at: sample.archivedTimestamp },
    ...(sent ? [{ label: 'Sent to C2N', at: sent.timestamp }] : []),
    ...(sequenced || !sent ? [{ label: 'Sequenced', at: sequenced?.timestamp ?? null }] : []),
  ]
}

const lastOf = (newestFirst: Events, statuses: readonly SampleStatus[]) =>
  newestFirst.find(({ status }) => statuses.includes(status))

function qcResult({ status, qcTimestamp }: Sample, newestFirst: Events) {
  const now = status === 'QC_PASS' || status === 'QC_FAIL' ? status : undefined
  const result = now ?? (qcTimestamp ? lastOf(newestFirst, ['QC_PASS', 'QC_FAIL'])?.status : undefined)
  if (!result) return { label: 'QC', isFailure: false }
  return result === 'QC_PASS' ? { label: 'QC pass', isFailure: false } : { label: 'QC fail', isFailure: true }
}
