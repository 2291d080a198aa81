import { refetchSamples } from '../../entities/sample/sample-api.ts'
import { browserTools, createQueuesByPerson } from '../../features/scanning/queues-by-person.ts'
import { playScanSound } from '../../features/scanning/scan-sound.ts'
import { receiving } from './receive-api.ts'
import { createReceiveQueue, ReceiveScan } from './receive-session.ts'

export const receiveQueueOf = createQueuesByPerson((queryClient, owner) => {
  return createReceiveQueue({
    ...browserTools({ kind: 'receive', owner, schema: ReceiveScan, sending: receiving }),
    onOutcome: ({ state }) => playScanSound(state),
    onIdle: () => void refetchSamples(queryClient),
  })
})
