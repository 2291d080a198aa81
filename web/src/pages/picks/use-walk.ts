import { useMemo, useState } from 'react'
import { currentStop, isWanted, type PickListContent, stopsOf, withKeptScans } from './pick-walk.ts'
import type { Picking } from './use-picking.ts'

/** Where the walk is: at the box and the tube that were chosen or scanned last, or else at the next tube to pick. */
export function useWalk(content: PickListContent, session: Picking['session']) {
  const [chosenBox, setChosenBox] = useState<number | null>()
  const [chosenTube, setChosenTube] = useState<string>()
  useFollowScans(session, content, setChosenBox)

  const stops = useMemo(
    () => stopsOf({ ...content, items: withKeptScans(content.items, session.scans) }),
    [content, session.scans],
  )
  const stop = currentStop(stops, chosenBox)
  const wanted = stop?.items.filter(isWanted) ?? []

  return {
    stops,
    stop,
    /** The tube to pick now. */
    current: wanted.find(({ sampleId }) => sampleId === chosenTube) ?? wanted[0],
    chooseBox: setChosenBox,
    chooseTube: setChosenTube,
  }
}

/** Shows the box of what was just scanned: of a tube that was picked, or of a storage's label. */
function useFollowScans(
  session: Picking['session'],
  { items }: PickListContent,
  show: (storageId: number | null) => void,
) {
  const [followed, setFollowed] = useState(session.lastSettledId)
  if (session.lastSettledId === followed) return
  setFollowed(session.lastSettledId)
  const progress = session.scans.find(({ id }) => id === session.lastSettledId)?.progress
  if (progress?.state === 'box') show(progress.storageId)
  if (progress?.state === 'picked') {
    const item = items.find(({ sampleId }) => sampleId === progress.item.sampleId)
    if (item) show(item.storageId)
  }
}
