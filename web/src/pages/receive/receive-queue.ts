import { refetchSamples } from '../../entities/sample/sample-api.ts'
import { unsentKeys } from '../../features/scanning/kept-scans.ts'
import { browserTools, createQueuesByPerson } from '../../features/scanning/queues-by-person.ts'
import { playScanSound } from '../../features/scanning/scan-sound.ts'
import { sendScan } from './receive-api.ts'
import { createReceiveQueue, ReceiveScan } from './receive-session.ts'

export const receiveQueueOf = createQueuesByPerson((queryClient, owner) => {
  const keys = { session: `lims.scans.${owner ?? 'nobody'}`, unsent: unsentKeys.receive(owner) }
  return createReceiveQueue({
    ...browserTools(keys, ReceiveScan),
    send: (scan) => sendScan(scan, owner),
    onOutcome: ({ state }) => playScanSound(state),
    onIdle: () => void refetchSamples(queryClient),
  })
})
