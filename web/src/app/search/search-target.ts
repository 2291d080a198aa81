import type { FindReply } from '@lims/contract/find.ts'
import { parseStorageCode } from '@lims/contract/storage-code.ts'
import { asComposed } from '@lims/contract/text.ts'
import { commandFor, destinationOf, type MayUse } from './commands.ts'
import { sampleHit } from './hits.tsx'

/** Returns what to search for: the name after 'go to', or the text itself. */
export function wantedOf(input: string): string {
  const typed = asComposed(input.trim())
  return destinationOf(typed) ?? typed
}

/** Returns the sample with exactly the id or tube ID that was searched for. Call it only if there is one. */
export function sampleWithCode({ exactSampleId, samples }: FindReply) {
  const sample = samples.find(({ id }) => id === exactSampleId)
  return sample ? sampleHit(sample) : { address: `/samples/${exactSampleId}` }
}

/** Returns what Enter opens without a choice. Never a hit that merely resembles the text: it may be a scanned code. */
export function straightHit(text: string, found: FindReply, may: MayUse) {
  const { exactSampleId, samples, samplesOfSubject, subjects, batches, storages } = found
  const destination = destinationOf(text)
  if (destination !== undefined) {
    const same = storages.filter(({ alias }) => alias.toLowerCase() === destination.toLowerCase())
    const [one] = same
    if (one && same.length === 1) return { address: `/storage/${one.id}/enhanced` }
  } else if (exactSampleId) return sampleWithCode(found)
  const scannedStorage = storages.find(({ id }) => id === parseStorageCode(text))
  if (scannedStorage) return { address: `/storage/${scannedStorage.id}/enhanced` }
  const lists = [samples, samplesOfSubject, subjects, batches, storages]
  return commandFor(text, { byWords: lists.every(({ length }) => length === 0), may })
}
