import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { LifecycleEvent, Sample } from '@lims/contract/samples.ts'

export type LifeStep = { label: string; at: string | null; isFailure?: boolean }

type Events = readonly Pick<LifecycleEvent, 'status' | 'timestamp' | 'undoes' | 'isUndone'>[]

/**
 * The steps of a sample's life in order of time. A step without a time, which has not happened or was not recorded,
 * stays where it usually comes.
 */
export function lifeSteps(sample: Sample, newestFirst: Events): LifeStep[] {
  const sent = lastOf(newestFirst, ['SENT_TO_C2N'])
  const sequenced = lastOf(newestFirst, ['SEQUENCED'])
  const checked = qcResult(sample, newestFirst)
  return inOrderOfTime([
    { label: 'Collected', at: sample.collectionTimestamp },
    { label: 'Received', at: sample.receivedTimestamp },
    { label: 'Processed', at: sample.processedTimestamp },
    { label: checked.label, at: sample.qcTimestamp, isFailure: checked.isFailure },
    { label: 'Archived', at: sample.archivedTimestamp },
    ...(sent ? [{ label: 'Sent to C2N', at: sent.timestamp }] : []),
    ...(sequenced || !sent ? [{ label: 'Sequenced', at: sequenced?.timestamp ?? null }] : []),
  ])
}

/** Steps of the same time keep their usual order. */
function inOrderOfTime(usual: readonly LifeStep[]): LifeStep[] {
  const byTime = usual.filter(({ at }) => at !== null).sort((one, other) => timeOf(one) - timeOf(other))
  return usual.map((step) => (step.at === null ? step : (byTime.shift() ?? step)))
}

const timeOf = ({ at }: LifeStep) => Date.parse(at ?? '')

/** Changes that were undone, and the undos, are none. */
const lastOf = (newestFirst: Events, statuses: readonly SampleStatus[]) =>
  newestFirst.find(
    ({ status, undoes, isUndone }) => statuses.includes(status) && undoes === null && !isUndone,
  )

function qcResult({ status, qcTimestamp }: Sample, newestFirst: Events) {
  const now = status === 'QC_PASS' || status === 'QC_FAIL' ? status : undefined
  const result = now ?? (qcTimestamp ? lastOf(newestFirst, ['QC_PASS', 'QC_FAIL'])?.status : undefined)
  if (!result) return { label: 'QC', isFailure: false }
  return result === 'QC_PASS' ? { label: 'QC pass', isFailure: false } : { label: 'QC fail', isFailure: true }
}
