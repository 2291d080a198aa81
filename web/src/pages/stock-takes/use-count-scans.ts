import type { StockTake, StockTakeBox } from '@lims/contract/stock-takes.ts'
import { useRef, useState } from 'react'
import { couldBeIdentifier, type Readings } from '../../features/scanning/scanned-code.ts'
import { useSignedOutKeeper } from '../../features/scanning/use-signed-out-keeper.ts'
import type { CountingQueue } from './counting-queue.ts'
import { findBox } from './find-box.ts'

type Props = {
  stockTake: StockTake
  boxes: readonly StockTakeBox[]
  /** The box that is being counted. */
  box: StockTakeBox | undefined
  queue: CountingQueue
  onChoose: (storageId: number) => void
}

/** The label of a box changes the box; any other code counts a tube in it. `notice` says why a scan did neither. */
export function useCountScans({ stockTake, boxes, box, queue, onChoose }: Props) {
  const [notice, setNotice] = useState<string>()

  const count = (readings: Readings, { storageId, alias }: StockTakeBox) =>
    queue.add(readings, { stockTakeId: stockTake.id, storageId, boxAlias: alias })

  function handleScan(readings: Readings) {
    const found = findBox(boxes, readings)
    setNotice(undefined)
    if (found === 'foreign') {
      setNotice(`${labelOf(readings)} is not the label of a box of ${stockTake.storageName}.`)
    } else if (found) {
      onChoose(found.storageId)
    } else if (box) {
      count(readings, box)
    } else {
      setNotice('Scan the label of a box first, or choose the box in the picture.')
    }
  }

  // After the session has ended, a label changes the box only for the scans that follow.
  const labelled = useRef<StockTakeBox>(undefined)
  useSignedOutKeeper((readings) => {
    const found = findBox(boxes, readings)
    if (found === 'foreign') return false
    if (found) labelled.current = found
    const into = labelled.current ?? box
    if (into && !found) count(readings, into)
    return into !== undefined
  })

  return { handleScan, notice }
}

const labelOf = ({ raw, physical = raw }: Readings) => (couldBeIdentifier(raw) ? raw : physical).toUpperCase()
