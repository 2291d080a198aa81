import type { StockTake, StockTakeBox } from '@lims/contract/stock-takes.ts'
import { type RefObject, useEffect, useState } from 'react'
import { currentSession } from '../../entities/session/session.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { playScanSound } from '../../features/scanning/scan-sound.ts'
import { couldBeIdentifier, type Readings } from '../../features/scanning/scanned-code.ts'
import { useSignedOutKeeper } from '../../features/scanning/use-signed-out-keeper.ts'
import type { CountingQueue, CountingSession } from './counting-queue.ts'
import { findBox, type SharedName } from './find-box.ts'

/** The box of a label that was scanned; `foreign` for what leaves the box, as the label of another storage does. */
export type LabelledBox = StockTakeBox | 'foreign'

type Props = {
  stockTake: StockTake
  boxes: readonly StockTakeBox[]
  /** The box that is being counted. */
  box: StockTakeBox | undefined
  session: CountingSession
  queue: CountingQueue
  /**
   * The labels that the page does not show yet: the next scans may come before it does, or after the session has ended.
   * Emptied when a box is chosen or left by hand, which no label explains.
   */
  labelsAhead: RefObject<LabelledBox[]>
  /** Whether the person may count. */
  isOn: boolean
  /** Without a storage, the box is left. */
  onChoose: (storageId: number | undefined) => void
}

/** What a scan was; `no-box` for a tube without a box to count it in. */
type Taken = LabelledBox | SharedName | 'counted' | 'no-box'

/** Why a scan neither changed the box nor counted a tube. `id` differs from that of the notice before. */
type Notice = { text: string; id: number }

/** The last scan, if it was the label of a box, until a tube has been counted since. */
type LabelScan = { storageId: number; settledBefore: string | undefined }

/**
 * The label of a box changes the box; any other code counts a tube in it. The label of another storage, and a name that
 * several boxes have, leave the box: the tubes that follow are not of it. `notice` says why the last scan neither
 * changed the box nor counted a tube, and `isLabel` whether it changed the box.
 */
export function useCountScans({ stockTake, boxes, box, session, queue, labelsAhead, isOn, onChoose }: Props) {
  const [notice, setNotice] = useState<Notice>()
  const [label, setLabel] = useState<LabelScan>()

  // Synchronises with the address: only the labels after the one that it shows now.
  useEffect(() => {
    if (!currentSession()) return
    const shown = labelsAhead.current.findLastIndex(
      (one) => (one === 'foreign' ? undefined : one.storageId) === box?.storageId,
    )
    labelsAhead.current = shown < 0 ? [] : labelsAhead.current.slice(shown + 1)
  }, [labelsAhead, box?.storageId])

  /** Returns what the code is: the label of a box, of another storage, or a tube, which is counted if it has a box. */
  function take(readings: Readings): Taken {
    const found = findBox(boxes, readings)
    if (found) {
      labelsAhead.current.push(isSharedName(found) ? 'foreign' : found)
      return found
    }
    const into = labelsAhead.current.at(-1) ?? box
    if (!into || into === 'foreign') return 'no-box'
    const { storageId, alias } = into
    queue.add(readings, { stockTakeId: stockTake.id, storageId, boxAlias: alias })
    return 'counted'
  }

  function handleScan(readings: Readings) {
    const taken = take(readings)
    const text = problemOf(taken, readings, pathText(stockTake.storageName))
    setNotice((last) => (text === undefined ? undefined : { text, id: (last?.id ?? 0) + 1 }))
    setLabel(
      isBox(taken)
        ? { storageId: taken.storageId, settledBefore: queue.session.get().lastSettledId }
        : undefined,
    )
    if (taken === 'counted') return
    if (taken !== 'no-box') onChoose(isBox(taken) ? taken.storageId : undefined)
    playScanSound(isBox(taken) ? 'box' : 'refused')
  }

  // After the session has ended, a label changes the box only for the scans that follow.
  useSignedOutKeeper(
    (readings) => {
      const taken = take(readings)
      return taken === 'counted' || isBox(taken)
    },
    { isOn },
  )

  const isLabel =
    label !== undefined && label.storageId === box?.storageId && label.settledBefore === session.lastSettledId
  return { handleScan, notice, isLabel }
}

function problemOf(taken: Taken, readings: Readings, storageName: string): string | undefined {
  if (taken === 'foreign') return `${labelOf(readings)} is not the label of a box of ${storageName}.`
  if (taken === 'no-box') return 'Scan the label of a box first, or choose the box in the picture.'
  if (!isSharedName(taken)) return undefined
  return `Several boxes of ${storageName} are called ${taken.sharedName}. Scan the label of the box, or choose it in the picture.`
}

const isSharedName = (taken: Taken): taken is SharedName => typeof taken === 'object' && 'sharedName' in taken

const isBox = (taken: Taken): taken is StockTakeBox => typeof taken === 'object' && !isSharedName(taken)

const labelOf = ({ raw, physical = raw }: Readings) => (couldBeIdentifier(raw) ? raw : physical).toUpperCase()
