import type { ReturnedTube } from '@lims/contract/custody-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App, Card, type InputRef } from 'antd'
import { useRef } from 'react'
import { usePutAway, useUndoCustody } from '../../entities/custody/use-change-custody.ts'
import { freezerWorkTrail } from '../../entities/freezer-work/trails.ts'
import { useSession } from '../../entities/session/session.ts'
import { useDenial } from '../../entities/session/use-may.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { MissedRefusals, missedRefusals } from '../../features/scanning/missed-refusals.tsx'
import { ScanField } from '../../features/scanning/scan-field.tsx'
import { countOf, isNewestPending, keyOfUndo } from '../../features/scanning/scan-list.ts'
import { SessionPanel } from '../../features/scanning/session-panel.tsx'
import { useFocusField } from '../../features/scanning/use-focus-field.ts'
import { useReturnFocus } from '../../features/scanning/use-return-focus.ts'
import { useScanBeside } from '../../features/scanning/use-scan-beside.ts'
import { useScanQueue } from '../../features/scanning/use-scan-queue.ts'
import { useSignedOutKeeper } from '../../features/scanning/use-signed-out-keeper.ts'
import { useUndoLast, withdrawIfRefused } from '../../features/scanning/use-undo-last.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './custody.module.css'
import { custodyQueueOf } from './custody-queue.ts'
import {
  CustodyOutcome,
  type CustodyScan,
  emptyCustodySession,
  findUndoable,
  type ScanMode,
} from './custody-session.ts'
import { ScanResult } from './scan-result.tsx'
import { ScanSettings } from './scan-settings.tsx'
import { SessionScans } from './session-scans.tsx'

const Holders = lazyPart(() => import('./holders.tsx').then((file) => file.Holders))

const actions: Record<ScanMode, string> = {
  'check-out': 'Check out',
  return: 'Return',
  'look-up': 'Look up',
}

/** Undefined until the scan has one. */
function outcomeOf(scan: CustodyScan | undefined): CustodyOutcome | undefined {
  const outcome = CustodyOutcome.safeParse(scan?.progress)
  return outcome.data
}

const isOfTube = (outcome: CustodyOutcome, sampleId: string) =>
  outcome.state === 'returned' && outcome.tube.id === sampleId

/** Tubes are checked out and returned by scanning; below, who holds what. */
export function CustodyScreen() {
  const queue = custodyQueueOf(useQueryClient(), useSession()?.user.sub)
  const session = useScanQueue(queue, emptyCustodySession)
  const field = useRef<InputRef>(null)
  const { message } = App.useApp()
  const focusField = useFocusField(field)
  const editDenial = useDenial('custody.edit')
  const undo = useUndoCustody()
  const putAway = usePutAway()
  const { scans, lastSettledId, mode } = session
  const denial = mode === 'look-up' ? undefined : editDenial
  useSignedOutKeeper(queue.add, { isLasting: true, isOn: denial === undefined })
  const last = scans.find(({ id }) => id === lastSettledId)
  const outcome = outcomeOf(last)
  const undoable = findUndoable(session)
  const refused = countOf(session, 'refused')
  const puttingAwayId = putAway.isPending ? putAway.variables.sampleId : undefined

  /** Undoes the last scan that can be undone; with the scan of a card, only if it is still that one. */
  function undoLast(scanId?: string) {
    const newest = findUndoable(queue.session.get())
    if (!newest || (scanId !== undefined && scanId !== newest.scanId)) return
    if (newest.freeCell) {
      const content = `${newest.tubeName} was put into ${pathText(newest.freeCell)} since it was returned. Nothing was undone.`
      void message.info({ key: 'in-free-cell', content })
      return queue.withdrawUndo(newest.scanId)
    }
    const requestedAt = Date.now()
    const onReply = () => queue.markUndone(newest.scanId, requestedAt)
    const attempt = { idempotencyKey: keyOfUndo(newest.scanId) }
    const sent = undo.mutateAsync([newest.eventId], { onReply }, attempt)
    withdrawIfRefused(sent, () => queue.withdrawUndo(newest.scanId))
    focusField()
  }

  const mayUndo = editDenial === undefined
  const canUndo = mayUndo && (undoable !== undefined || isNewestPending(session))
  const undoByKey = useUndoLast(() => queue.session.get().scans[0], undoLast)

  function retry(scanId: string) {
    queue.retry(scanId)
    focusField()
  }

  function putBack(scanId: string, { id, place, freeCell, eventId }: ReturnedTube) {
    // By the scan: the tube may have been checked out and returned again since.
    const onReply = ({ length }: readonly string[]) =>
      queue.markReturn(scanId, length > 0 ? 'isPutAway' : 'waitsNoMore')
    const sent = putAway.mutateAsync({ sampleId: id, cell: place ? null : freeCell, eventId }, { onReply })
    withdrawIfRefused(sent, () => queue.markReturn(scanId, 'isPutAwayRefused'))
    focusField()
  }

  useReturnFocus(field, lastSettledId)
  const beside = useScanBeside(field, queue.add)

  const result = last && outcome && (
    // A key for each scan: a press of Undo on one card never undoes the next.
    <ScanResult
      key={last.id}
      scan={last}
      outcome={outcome}
      onUndo={
        mayUndo && undoable?.scanId === last.id && !undoable.freeCell ? () => undoLast(last.id) : undefined
      }
      onRetry={() => retry(last.id)}
      onGoOn={() => {
        queue.resend(last.id, { overLimit: true })
        focusField()
      }}
      onPutAway={(tube) => putBack(last.id, tube)}
      isPuttingAway={puttingAwayId !== undefined && isOfTube(outcome, puttingAwayId)}
    />
  )

  return (
    <>
      <PageHeader title="Check out and return" trail={freezerWorkTrail} />
      <div className={styles.page}>
        <div className={styles.main}>
          <Card className="not-printed">
            <ScanSettings session={session} queue={queue} beside={beside} />
            <ScanField
              field={field}
              action={actions[mode]}
              denial={denial}
              onScan={queue.add}
              {...(canUndo && { onUndo: undoByKey })}
              lastScanAt={scans[0]?.scannedAt}
              result={result}
            />
          </Card>
          <div role="status">{result}</div>
          <MissedRefusals scans={missedRefusals(scans)} />
        </div>
        <SessionPanel
          scans={scans}
          counts={`${session.checkedOut} checked out · ${session.returned} returned${refused > 0 ? ` · ${refused} refused` : ''}`}
          onRetryAll={queue.retryUnsent}
          onClear={queue.clear}
          onDone={focusField}
        >
          <SessionScans
            scans={scans}
            shownId={last?.id}
            onPutAway={putBack}
            puttingAwayId={puttingAwayId}
            onRetry={retry}
            onRemove={queue.remove}
          />
        </SessionPanel>
      </div>
      <Holders />
    </>
  )
}
