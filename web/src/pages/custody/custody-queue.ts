import { refetchCustody } from '../../entities/custody/custody-api.ts'
import { inOrderOfScans } from '../../features/scanning/in-order-of-scans.ts'
import { browserTools, createQueuesByPerson } from '../../features/scanning/queues-by-person.ts'
import { playScanSound } from '../../features/scanning/scan-sound.ts'
import { custodySending } from './custody-sending.ts'
import { CustodyScan, createCustodyQueue } from './custody-session.ts'

export const custodyQueueOf = createQueuesByPerson((queryClient, owner) => {
  const queue = createCustodyQueue({
    ...inOrderOfScans(
      queryClient,
      owner,
      browserTools({ kind: 'custody', owner, schema: CustodyScan, sending: custodySending }),
    ),
    onOutcome: (outcome) => {
      if (outcome.state === 'put-away') queue.markPutAway(outcome.sampleIds)
      playScanSound(outcome.state)
    },
    onIdle: () => void refetchCustody(queryClient),
  })
  return queue
})
