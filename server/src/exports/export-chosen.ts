import { type ChosenExportBody, fileTypes } from '@lims/contract/exports.ts'
import type { ListedSample } from '@lims/contract/samples.ts'
import type { Db } from '../db/database.ts'
import { fileName } from '../http/attachment.ts'
import type { Download } from '../http/download.ts'
import { asListedSamples } from '../samples/sample-place-queries.ts'
import { selectSamplesById } from '../samples/sample-queries.ts'
import { samplesNotFound } from '../samples/samples-not-found.ts'
import { type EventOf, makeFile } from './export-samples.ts'
import type { Layout } from './manifest-row.ts'

const samplesPerRead = 1000

/** Returns the chosen samples as a file. Throws `sample-not-found` if some of them were deleted. */
export async function exportChosen(
  db: Db,
  { sampleIds, format }: ChosenExportBody,
  { layout, eventOf }: { layout: Layout; eventOf: EventOf },
): Promise<Download> {
  const ids = [...new Set(sampleIds)]
  const pages: ListedSample[][] = []
  for (let start = 0; start < ids.length; start += samplesPerRead) {
    pages.push(await readInOrder(db, ids.slice(start, start + samplesPerRead)))
  }
  const missing = ids.length - pages.flat().length
  if (missing > 0) throw samplesNotFound(missing, 'Nothing was exported.')
  return {
    name: fileName('chosen-samples', format),
    type: fileTypes[format],
    event: eventOf({ format, numSamples: ids.length }),
    content: () => makeFile[format](asStream(pages), layout),
  }
}

async function readInOrder(db: Db, ids: readonly string[]): Promise<ListedSample[]> {
  const samples = await asListedSamples(db, await selectSamplesById(db, ids))
  const byId = new Map(samples.map((sample) => [sample.id, sample]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function* asStream(pages: readonly ListedSample[][]) {
  yield* pages
}
