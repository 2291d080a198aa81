import type { CustodyList } from '@lims/contract/custody.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { useQuery } from '@tanstack/react-query'
import { custodyListQuery } from '../../entities/custody/custody-api.ts'

/** Which tubes a person has, and are reserved for them: they stay so once the person is deactivated. */
export function HeldTubes({ personId }: { personId: string }) {
  const numOut = useCount(personId, 'CHECKED_OUT')
  const numReserved = useCount(personId, 'RESERVED')
  const held = [
    numOut > 0 && `${formatCount(numOut, 'tube is', 'tubes are')} checked out by them`,
    numReserved > 0 && `${formatCount(numReserved, 'tube is', 'tubes are')} reserved for them on pick lists`,
  ].filter(Boolean)
  if (held.length === 0) return null
  return <p>{held.join(', and ')}. This stays so: Who has what, in Freezer work, lists them.</p>
}

/** Returns how many tubes of a list are of a person; 0 until that is known. */
function useCount(personId: string, show: CustodyList): number {
  return useQuery(custodyListQuery({ show, personId, pageNumber: 0, pageSize: 1 })).data?.total ?? 0
}
