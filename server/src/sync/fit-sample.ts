import { asComposed, asOneLine, upperCase } from '@lims/contract/text.ts'
import { idsIn, type NameRun, nameRunsIn } from './names-in-path.ts'

export type Candidate = {
  id: string
  alias: string
  name: string
  subject_id: string | null
  bam_file_uri: string | null
  bam_path: string | null
}
export type FileToFit = {
  path: string
  uri: string
  header: 'read' | 'absent'
  /** The names in the @RG lines of its header; null is one that was erased. */
  sampleNames: (string | null)[]
}
/** The sample that a file belongs to, or why that is ambiguous; neither for a file of no known sample. */
type Fit = { sampleId?: string; problem?: string }

/** Returns all texts that may name the sample of a file: ids in lower case, names in upper case. */
export const namesToLookUp = ({ path, sampleNames }: FileToFit): string[] => [
  ...idsIn(path),
  ...nameRunsIn(path).map(({ name }) => name),
  ...sampleNames.flatMap((name) =>
    name === null ? [] : [name.toLowerCase(), upperCase(asOneLine(name)), upperCase(asComposed(name))],
  ),
]

/**
 * Finds the sample of a file: by its id anywhere in the path, else by tube ID or name in the file name, else by the
 * name in the header. It is ambiguous when two of these name different samples, or one names several, or all that names
 * one is a part of the file name that is short or common.
 */
export function fitSample(file: FileToFit, candidates: readonly Candidate[]): Fit {
  const [sampleName, another] = file.sampleNames
  if (another !== undefined) {
    return {
      problem: `has reads of several samples by its header: ${file.sampleNames.map(shown).join(', ')}`,
    }
  }
  const ids = idsIn(file.path)
  const byId = candidates.filter(({ id }) => ids.includes(id))
  const runs = nameRunsIn(file.path)
  const byName = namedIn(runs, candidates)
  const byHeader = sampleName === undefined ? [] : candidates.filter((sample) => isCalled(sample, sampleName))
  const matches = [byId, byName, byHeader].filter((found) => found.length > 0)
  const [best] = matches
  const [sample, other] = best ?? []
  if (!sample) return {}
  if (other) return { problem: `fits several samples: ${listed(best ?? [])}` }
  if (sampleName !== undefined && best !== byHeader && !agrees(sample, sampleName)) {
    return {
      problem: `is of ${sample.name} (${sample.alias}) by its path, but of ${shown(sampleName)} by its header`,
    }
  }
  const contrary = matches.find((found) => !found.includes(sample))
  if (contrary) return { problem: `fits different samples: ${listed([sample, ...contrary])}` }
  const doubt = best === byName && sampleName === undefined ? doubtOf(file, sample, runs) : undefined
  if (doubt) return { problem: `may be of ${sample.name} (${sample.alias}), but ${doubt}` }
  return { sampleId: sample.id }
}

const maxListed = 3
const listed = (samples: readonly Candidate[]) =>
  samples
    .slice(0, maxListed)
    .map(({ name, alias }) => `${name} (${alias})`)
    .join(', ') + (samples.length > maxListed ? ' and more' : '')

const shown = (nameInHeader: string | null) => nameInHeader ?? 'an erased subject'

const isCalled = ({ id, alias, name }: Candidate, given: string | null) =>
  given !== null && (id === given.toLowerCase() || [alias, name].some((own) => sameText(own, given)))

/** The sample name in a sequencer is often that of the person instead of the tube. */
const agrees = (sample: Candidate, given: string | null) =>
  isCalled(sample, given) ||
  (given !== null && sample.subject_id !== null && sameText(sample.subject_id, given))

const sameText = (one: string, other: string) => upperCase(asOneLine(one)) === upperCase(asOneLine(other))

/**
 * Finds samples by tube ID or name in the file name. Of two names, one inside the other, the longer counts: P001_EDTA,
 * not P001.
 */
function namedIn(runs: readonly NameRun[], candidates: readonly Candidate[]): Candidate[] {
  const found = candidates.flatMap((sample) => runsOf(sample, runs).map((run) => ({ sample, run })))
  const whole = found.filter(({ run }) => !found.some((other) => isWithin(run, other.run)))
  return [...new Set(whole.map(({ sample }) => sample))]
}

function runsOf({ alias, name }: Candidate, runs: readonly NameRun[]): NameRun[] {
  const texts = [alias, name].map((text) => upperCase(asOneLine(text)))
  return texts.flatMap((text) => runs.find((run) => asOneLine(run.name) === text) ?? [])
}

/**
 * Returns why a sample that is named only in the file name is not sure. An address that it already has was entered by a
 * person, or linked before.
 */
function doubtOf({ path, uri }: FileToFit, sample: Candidate, runs: readonly NameRun[]): string | undefined {
  if ([sample.bam_path, sample.bam_file_uri].some((place) => place === path || place === uri))
    return undefined
  const distinct = runsOf(sample, runs).filter(({ isDistinct }) => isDistinct)
  if (distinct.some(({ isCut }) => !isCut)) return undefined
  return distinct.length > 0
    ? 'its name has too many words to be sure: shorten it, or enter its address on the sample'
    : 'the part of its name that says so is too short or too common to be sure: begin the name of the file with the tube ID, or enter its address on the sample'
}

const isWithin = (inner: NameRun, outer: NameRun) =>
  inner.from >= outer.from && inner.to <= outer.to && inner.to - inner.from < outer.to - outer.from
