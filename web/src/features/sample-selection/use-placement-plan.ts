import type { FillOrder } from '@lims/contract/positions.ts'
import type { ChosenSample } from '@lims/contract/sample-bulk.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { chosenQuery } from '../../entities/sample/chosen-api.ts'
import { freshOccupancyQuery, storageQuery } from '../../entities/storage/storage-api.ts'
import { useOpenings } from '../../ui/use-openings.ts'
import { givesOtherCells, type PlacementPlan, planPlacement, withCellsOf } from './plan-placement.ts'

type Options = {
  samples: readonly ChosenSample[]
  boxId: number | undefined
  order: FillOrder
  isOpen: boolean
  isSaving: boolean
}

/** Plans by the samples and the box as they are now. Without a plan while they are loaded, and without a box. */
export function usePlacementPlan({ samples, boxId, order, isOpen, isSaving }: Options) {
  const openings = useOpenings(isOpen)
  const ids = useMemo(() => samples.map(({ id }) => id), [samples])
  const isChosen = boxId !== undefined
  const details = useQuery({ ...chosenQuery(ids), enabled: isOpen })
  const box = useQuery({ ...storageQuery(boxId ?? 0), enabled: isChosen })
  const occupancy = useQuery({ ...freshOccupancyQuery(boxId ?? 0), enabled: isChosen })
  const now = useMemo(
    () =>
      details.data && box.data && occupancy.data
        ? planPlacement(details.data, box.data, occupancy.data, order)
        : undefined,
    [details.data, box.data, occupancy.data, order],
  )
  return {
    ...useKeptCells(now, {
      choice: `${openings} ${boxId} ${order}`,
      // What was loaded for another page may be old.
      isFetching: details.isFetching || box.isFetching || occupancy.isFetching,
      isSaving,
    }),
    box: box.data,
    occupied: occupancy.data ?? [],
    failure: details.error ?? box.error ?? occupancy.error,
    refetch: () =>
      Promise.all([details.refetch(), isChosen && box.refetch(), isChosen && occupancy.refetch()]),
  }
}

type Kept = { choice: string; plan: PlacementPlan; isReplanned: boolean }
type KeptOptions = { choice: string; isFetching: boolean; isSaving: boolean }

/**
 * Returns the plan of now with the cells that were shown first for a choice, as long as all of them are free: what
 * others place into the box or take out of it moves no tube to another cell. `isReplanned` once it had to.
 */
function useKeptCells(now: PlacementPlan | undefined, { choice, isFetching, isSaving }: KeptOptions) {
  const [last, setLast] = useState<Kept>()
  const kept = last?.choice === choice ? last : undefined
  const plan = useMemo(() => {
    if (!now || !kept) return undefined
    return isSaving ? kept.plan : withCellsOf(kept.plan, now)
  }, [now, kept, isSaving])
  const hasOtherCells = kept !== undefined && now !== undefined && !plan && givesOtherCells(kept.plan, now)
  const isReplanned = kept?.isReplanned === true || hasOtherCells
  if (now && !plan && !isFetching) setLast({ choice, plan: now, isReplanned })
  return { plan: plan ?? now, isReplanned }
}
