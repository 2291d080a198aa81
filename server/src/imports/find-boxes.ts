import { formatCount } from '@lims/contract/format-count.ts'
import { formatSeries } from '@lims/contract/join-texts.ts'
import { nameAsScanned } from '@lims/contract/storage-code.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Db } from '../db/database.ts'
import { type KnownBox, listBoxesByReference } from './import-queries.ts'
import type { ImportRow } from './import-row.ts'
import { type PlaceReference, splitPath } from './place-reference.ts'
import type { ProblemList } from './problem-list.ts'

/** Returns the same key for references to a box in the same words. */
export const referenceKey = ({ around, box }: PlaceReference): string => JSON.stringify([...around, box])

/** Returns the boxes that the rows mean, by `referenceKey`. Reports one that is not found once, with its first row. */
export async function findBoxes(
  db: Db,
  rows: readonly ImportRow[],
  problems: ProblemList,
): Promise<Map<string, KnownBox>> {
  const wanted = rows.flatMap(({ number, place }) => (place ? [{ number, place }] : []))
  const boxes = new Map<string, KnownBox>()
  if (wanted.length === 0) return boxes
  const known = await listBoxesByReference(db, [...new Set(wanted.flatMap(({ place }) => place.box))])
  const named = new Map(
    [...Map.groupBy(known, ({ reference }) => reference)].map(([name, group]) => [name, indexOf(group)]),
  )
  for (const [key, [first, ...others]] of Map.groupBy(wanted, ({ place }) => referenceKey(place))) {
    if (!first) continue
    const box = chooseBox(
      first.place,
      first.place.box.flatMap((name) => named.get(name) ?? []),
    )
    if (!('problem' in box)) boxes.set(key, box)
    else {
      const more = others.length > 0 ? ` (also ${formatCount(others.length, 'other row')})` : ''
      problems.add(first.number, first.place.fields.box, box.problem + more)
    }
  }
  return boxes
}

type Candidate = { box: KnownBox; around: readonly string[] }
/** Boxes of one name, also by the names of the storages around them: hundreds of racks may hold a 'Box 1'. */
type Index = { all: readonly Candidate[]; inside: Map<string, Candidate[]> }

function indexOf(boxes: readonly KnownBox[]): Index {
  const all = boxes.map((box) => ({
    box,
    around: box.names.flatMap(splitPath).slice(0, -1).map(nameAsScanned),
  }))
  const inside = new Map<string, Candidate[]>()
  for (const candidate of all) {
    for (const name of new Set(candidate.around)) {
      const others = inside.get(name)
      if (others) others.push(candidate)
      else inside.set(name, [candidate])
    }
  }
  return { all, inside }
}

const maxNamedPaths = 3
const pathsOf = (candidates: readonly Candidate[]) =>
  formatSeries(candidates.slice(0, maxNamedPaths).map(({ box }) => joinPath(box.names)))

/** `indexes` are those of the names that the box may have. */
function chooseBox(place: PlaceReference, indexes: readonly Index[]): KnownBox | { problem: string } {
  const all = indexes.flatMap((index) => index.all)
  if (all.length === 0) {
    return {
      problem: 'is not a box that exists: write its name as it is under Storage, or create it there first',
    }
  }
  const wanted = place.around.map((names) => names.map(nameAsScanned))
  const matching = indexes.flatMap((index) =>
    candidatesInside(index, wanted).filter(({ around }) => contains(around, wanted)),
  )
  const [only, second] = matching
  if (!only) {
    const around = joinPath(place.around.map(([inFile]) => inFile))
    return { problem: `is not in ${around}; there is ${pathsOf(all)}` }
  }
  if (!second) return only.box
  return {
    problem: `is the name of ${matching.length} boxes, such as ${pathsOf(matching)}: choose columns for the storages around it, such as the freezer, shelf and rack, or write the code of the label of the box`,
  }
}

/** Returns the boxes inside the wanted storage that holds fewest of them; all if none is wanted. */
function candidatesInside(index: Index, wanted: readonly (readonly string[])[]): readonly Candidate[] {
  const [smallest = [index.all]] = wanted
    .map((names) => names.map((name) => index.inside.get(name) ?? []))
    .toSorted((one, other) => sumOf(one) - sumOf(other))
  return [...new Set(smallest.flat())]
}

const sumOf = (lists: readonly (readonly Candidate[])[]) => lists.reduce((sum, { length }) => sum + length, 0)

/** Whether the wanted storages, each by one of its possible names, are among these names in this order. */
function contains(names: readonly string[], wanted: readonly (readonly string[])[]): boolean {
  let found = 0
  for (const name of names) if (wanted[found]?.includes(name)) found += 1
  return found === wanted.length
}
