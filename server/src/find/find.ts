import { type FindReply, maxHitsOfEach } from '@lims/contract/find.ts'
import type { Db } from '../db/database.ts'
import { findDeletedSample } from '../deletions/deleted-sample-queries.ts'
import { findIdByIdentifier } from '../samples/sample-queries.ts'
import {
  listBatchHits,
  listFoundSamples,
  listNamesThatStart,
  listPartMatches,
  listRecentPartMatches,
  listSamplesOfSubject,
  listStorageHits,
  listSubjectHits,
  listTubeIdsThatStart,
  type PartMatch,
} from './find-queries.ts'

/**
 * Finds a few samples, subjects, batches and storages for a text, the best matches of each first. Callers who may not
 * see subjects find none, nor samples by them.
 */
export async function find(
  db: Db,
  text: string,
  { seesSubjects }: { seesSubjects: boolean },
): Promise<FindReply> {
  const words = wordsOf(text)
  const [exactSampleId = null, hits, ofSubject, subjects, batches, storages] = await Promise.all([
    findIdByIdentifier(db, text),
    listSampleIds(db, text, words),
    seesSubjects ? listSamplesOfSubject(db, text, 2 * maxHitsOfEach) : [],
    seesSubjects ? listSubjectHits(db, text, words) : [],
    listBatchHits(db, text, words),
    listStorageHits(db, text, words),
  ])
  const best = unique([...(exactSampleId ? [exactSampleId] : []), ...hits.ids])
  const shown = best.slice(0, maxHitsOfEach)
  const others = ofSubject.filter((id) => !shown.includes(id)).slice(0, maxHitsOfEach)
  const found = await listFoundSamples(db, [...shown, ...others])
  const isEmpty = [found, subjects, batches, storages].every(({ length }) => length === 0)
  return {
    samples: found.filter(({ id }) => shown.includes(id)),
    moreSamples: best.length > maxHitsOfEach && hits.areListed,
    moreOfWords: best.length > maxHitsOfEach && !hits.areListed,
    exactSampleId,
    samplesOfSubject: found.filter(({ id }) => others.includes(id)),
    subjects,
    batches,
    storages: storages.slice(0, maxHitsOfEach),
    moreStorages: storages
      .slice(maxHitsOfEach)
      .some(({ alias }) => words.length === 1 || alias.toLowerCase().includes(text.toLowerCase())),
    deleted: isEmpty ? ((await findDeletedSample(db, text)) ?? null) : null,
  }
}

/**
 * Lists the best matches: tube IDs and names that begin with the text, then samples that contain all of its words;
 * those come first that have the most of them at the beginning of a word. `areListed`: whether the list of samples,
 * which searches for the text as a whole, shows the matches for which the search box has no room.
 */
async function listSampleIds(db: Db, text: string, words: readonly string[]) {
  // One more than is shown, to know whether there are more.
  const wanted = maxHitsOfEach + 1
  const starts = (
    await Promise.all([listTubeIdsThatStart(db, text, wanted), listNamesThatStart(db, text, wanted)])
  ).flat()
  const parts: PartMatch[] = []
  let found = unique(starts)
  const areListed = words.length === 1 || found.length > maxHitsOfEach
  for (const list of [listRecentPartMatches, listPartMatches]) {
    if (found.length >= wanted) break
    parts.push(...(await list(db, words, wanted + found.length)))
    const bestFirst = parts.toSorted((one, other) => other.beginnings - one.beginnings)
    found = unique([...starts, ...bestFirst.map(({ id }) => id)])
  }
  return { ids: found, areListed }
}

const unique = (ids: readonly string[]) => [...new Set(ids)]

const maxWords = 6

/** Splits a text at its spaces. From the sixth word on, the text stays together. */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/)
  return words.length <= maxWords
    ? words
    : [...words.slice(0, maxWords - 1), words.slice(maxWords - 1).join(' ')]
}
