import { refetchCustody } from '../../entities/custody/custody-api.ts'
import { unsentKeys } from '../../features/scanning/kept-scans.ts'
import { browserTools, createQueuesByPerson } from '../../features/scanning/queues-by-person.ts'
import { playScanSound } from '../../features/scanning/scan-sound.ts'
import { CustodyScan, createCustodyQueue } from './custody-session.ts'
import { sendCustodyScan } from './send-custody-scan.ts'

export const custodyQueueOf = createQueuesByPerson((queryClient, owner) => {
  const keys = { session: `lims.custody.${owner ?? 'nobody'}`, unsent: unsentKeys.custody(owner) }
  const queue = createCustodyQueue({
    ...browserTools(keys, CustodyScan),
    send: (scan) => sendCustodyScan(scan, owner),
    onOutcome: (outcome) => {
      if (outcome.state === 'put-away') queue.markPutAway(outcome.sampleIds)
      playScanSound(outcome.state)
    },
    onIdle: () => void refetchCustody(queryClient),
  })
  return queue
})
