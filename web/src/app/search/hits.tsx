import type { DeletedSample } from '@lims/contract/deletions.ts'
import {
  type FindReply,
  type FoundBatch,
  type FoundPlace,
  type FoundSample,
  type FoundStorage,
  type FoundSubject,
  maxCountedOfSubject,
} from '@lims/contract/find.ts'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { ReactNode } from 'react'
import { CustodyTag } from '../../entities/custody/custody-tag.tsx'
import { describeDeletion } from '../../entities/deletion/deletion-api.ts'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { pathTextOf } from '../../entities/storage/path-text.ts'
import { formatStorageType } from '../../entities/storage/storage-text.ts'
import { Mono } from '../../ui/mono.tsx'
import { type Command, destinationOf, type MayUse, matchCommands } from './commands.ts'
import type { RecentHit } from './use-recent-hits.ts'

/** One line of the results: where it leads, what it shows, and how it is remembered, if it is. */
export type Hit = {
  address: string
  /** Marked where it matches the text. */
  name: string
  details?: ReactNode
  /** Shown at the end of the line. */
  place?: string
  recent?: RecentHit
}
export type HitGroup = { title: string; hits: readonly Hit[] }

/** Returns the id of a result in the document, by its place among all. */
export const hitId = (listId: string, index: number): string => `${listId}-${index}`

/** Returns the results by kind, in the order of the arrow keys. `found` is undefined until the server has replied. */
export function groupHits(
  text: string,
  found: FindReply | undefined,
  recent: readonly RecentHit[],
  may: MayUse,
): HitGroup[] {
  const commands = { title: 'Commands', hits: matchCommands(text, may).map(commandHit) }
  const groups = text === '' ? [{ title: 'Recent', hits: recent.map(recentHit) }] : groupsOf(found, text)
  return [...groups, commands].filter(({ hits }) => hits.length > 0)
}

function groupsOf(found: FindReply | undefined, text: string): HitGroup[] {
  if (!found) return []
  const { samples, samplesOfSubject, subjects, batches, storages, moreSamples, moreStorages, deleted } = found
  const destination = destinationOf(text)
  const allStorages = {
    address: `/storage?query=${encodeURIComponent(destination ?? text)}`,
    name: 'All storages that match…',
  }
  const places = [
    { title: 'Batches', hits: batches.map(batchHit) },
    { title: 'Storage', hits: [...storages.map(storageHit), ...(moreStorages ? [allStorages] : [])] },
  ]
  if (destination !== undefined) return places.toReversed()

  const wanted = encodeURIComponent(text)
  const more = { address: `/samples?query=${wanted}`, name: 'All samples that match…' }
  const all = { address: `/samples?subjectId=${wanted}`, name: 'All samples of this subject…' }
  const isShownAbove = ({ subjectId }: FoundSubject) =>
    samplesOfSubject.length > 0 && subjectId.toLowerCase() === text.toLowerCase()
  return [
    { title: 'Samples', hits: [...samples.map(sampleHit), ...(moreSamples ? [more] : [])] },
    {
      title: `Subject ${text}`,
      hits: samplesOfSubject.length > 0 ? [...samplesOfSubject.map(sampleHit), all] : [],
    },
    { title: 'Subjects', hits: subjects.filter((one) => !isShownAbove(one)).map(subjectHit) },
    ...places,
    { title: 'Deleted', hits: deleted ? [deletedHit(deleted)] : [] },
  ]
}

export const sampleHit = ({ id, name, alias, status, custody, place }: FoundSample): Hit => {
  const address = `/samples/${id}`
  return {
    address,
    name,
    details: (
      <>
        <Mono isMuted>{alias}</Mono>
        <StatusTag status={status} />
        <CustodyTag custody={custody} />
      </>
    ),
    place: place ? textOfPlace(place) : 'no place',
    recent: { address, title: name, detail: alias },
  }
}

/** Not remembered: the browser stores no ID of a subject. */
function subjectHit({ subjectId, numSamples, siteId, batchName }: FoundSubject): Hit {
  const address = `/samples?subjectId=${encodeURIComponent(subjectId)}`
  const more = numSamples >= maxCountedOfSubject ? '+' : ''
  return {
    address,
    name: subjectId,
    details: (
      <small>
        {formatNumber(numSamples)}
        {more} {numSamples === 1 ? 'sample' : 'samples'}
        {batchName && ` in ${batchName}`}
      </small>
    ),
    ...(siteId && { place: siteId }),
  }
}

function batchHit({ id, name, numSamples }: FoundBatch): Hit {
  const address = `/batches/${id}`
  return {
    address,
    name,
    details: <small>{formatCount(numSamples, 'sample')}</small>,
    recent: { address, title: name, detail: 'Batch' },
  }
}

function storageHit({ id, alias, type, place }: FoundStorage): Hit {
  const address = `/storage/${id}/enhanced`
  const kind = formatStorageType(type)
  return {
    address,
    name: alias,
    details: <small>{kind}</small>,
    ...(place && { place: textOfPlace(place) }),
    recent: { address, title: alias, detail: kind },
  }
}

const deletedHit = (deletion: DeletedSample): Hit => ({
  address: `/samples/${deletion.sampleId}`,
  name: deletion.name,
  details: (
    <>
      <Mono isMuted>{deletion.alias}</Mono>
      <small>{describeDeletion(deletion)}</small>
    </>
  ),
})

const recentHit = (hit: RecentHit): Hit => ({
  address: hit.address,
  name: hit.title,
  details: <small>{hit.detail}</small>,
  recent: hit,
})

const commandHit = ({ title, address }: Command): Hit => ({ address, name: title })

/** 'Freezer 1 › Box 3 › B4' */
const textOfPlace = ({ path, location }: FoundPlace): string => pathTextOf([...path, location])
