import { formatNumber } from '@lims/contract/format-count.ts'
import { maxChosenSamples, sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import type { SampleSort } from '@lims/contract/sample-sort.ts'
import { App, Button } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { explainPartOfId } from '../../entities/sample/part-of-id.ts'
import styles from './sample-selection.module.css'
import type { MatchingFilter } from './selection-api.ts'
import type { ChosenSamples } from './use-chosen-samples.ts'

type Props = {
  chosen: Pick<ChosenSamples, 'samples' | 'numHidden' | 'chooseMatching'>
  filter: MatchingFilter
  /** The order of the list, in which the samples are chosen. */
  sort?: SampleSort | undefined
  total: number
  totalIsExact: boolean
}

/** Offers to choose all samples that match the filters, also those that the list has not loaded. */
export function ChooseAllMatching({ chosen, filter, sort, total, totalIsExact }: Props) {
  const { message } = App.useApp()
  const fetchAll = useWrite({
    mutationFn: (wanted: Pick<Props, 'filter' | 'sort'>) =>
      call(sampleBulkApi.matching, { query: { ...wanted.filter, sort: wanted.sort } }),
    onSuccess: ({ samples, byPartOfId }, wanted) => {
      chosen.chooseMatching(samples, wanted.filter)
      if (byPartOfId && samples.length > 0) void message.warning(explainPartOfId(byPartOfId))
    },
    meta: { errorTitle: 'The samples could not be chosen' },
  })
  if (totalIsExact && chosen.samples.length - chosen.numHidden >= total) return null
  if (total > maxChosenSamples) {
    return (
      <span
        className={styles.hint}
      >{`${formatNumber(total)} match; at most ${formatNumber(maxChosenSamples)} can be chosen at once`}</span>
    )
  }
  return (
    <Button
      type="link"
      size="small"
      loading={fetchAll.isPending}
      onClick={() => fetchAll.mutate({ filter, sort })}
    >
      {totalIsExact ? `Choose all ${formatNumber(total)} that match` : 'Choose all that match'}
    </Button>
  )
}
