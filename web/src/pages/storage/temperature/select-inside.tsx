import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { maxChosenSamples } from '@lims/contract/sample-bulk.ts'
import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import { useNavigate } from '@tanstack/react-router'
import { App, Button } from 'antd'
import { useWrite } from '../../../api/use-write.ts'
import { fetchSamplesInside } from '../../../entities/temperature/temperature-api.ts'
import { saveSelection } from '../../../features/sample-selection/saved-selection.ts'
import { formatInstant } from '../../../ui/format-instant.ts'
import { useLeavePage } from '../../../ui/use-leave-page.ts'

type Props = Pick<TemperatureAlarm, 'storageId' | 'beganAt'>

/** Selects the samples that were inside during an excursion, for what comes next: quarantine, an export, a pick list. */
export function SelectInside({ storageId, beganAt }: Props) {
  const { message } = App.useApp()
  const navigate = useNavigate()
  const leave = useLeavePage()
  const read = useWrite({
    mutationFn: () => fetchSamplesInside({ storageId, beganAt }, maxChosenSamples),
    onSuccess: ({ sampleIds, totalSamples }) => {
      if (totalSamples === 0) return void message.info('No sample was inside')
      if (totalSamples > maxChosenSamples) {
        return void message.error(
          `${formatCount(totalSamples, 'sample')} were inside; at most ${formatNumber(maxChosenSamples)} can be selected at once`,
        )
      }
      void leave(() => navigate({ to: '/samples/selection', search: { list: saveSelection(sampleIds) } }))
    },
    meta: { errorTitle: 'The samples could not be selected' },
  })
  return (
    <Button
      size="small"
      aria-label={`Select the samples inside from ${formatInstant(beganAt)}`}
      loading={read.isPending}
      onClick={() => read.mutate()}
    >
      Select
    </Button>
  )
}
