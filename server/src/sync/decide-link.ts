import type { FittingFile, LinkedSample } from './match-queries.ts'

/** The decision about a file that fits a sample: link it, it is linked already, a problem for a person, or it waits. */
type Linking = { link: true } | { settled: true } | { problem: string } | { waits: true }

/**
 * Decides whether to link a file to its sample. A scan links the first file and follows that one; it never replaces
 * what a person entered.
 */
export function decideLink(file: FittingFile, sample: LinkedSample): Linking {
  const called = `${sample.name} (${sample.alias})`
  const { copy } = file
  const linkIfItsOwn: Linking = copy
    ? {
        problem: `fits ${called}, but has the same content as ${copy.path}, which fits ${copy.name} (${copy.alias})`,
      }
    : { link: true }
  if (sample.is_taken_off) return { waits: true }
  if (sample.bam_md5 === null) {
    if (sample.bam_file_uri === null) {
      return file.rival ? { problem: `fits ${called}, and so does ${file.rival}` } : linkIfItsOwn
    }
    if (sample.bam_file_uri === file.uri || sample.bam_file_uri === file.path) return { link: true }
    // A person chose among the files of the repository.
    if (sample.is_live) return { waits: true }
    return { problem: `fits ${called}, which has another bamFileUri entered by hand: ${sample.bam_file_uri}` }
  }
  const isSame = sample.bam_md5 === file.md5
  if (sample.bam_path === file.path && isAsLinked(file, sample)) return { settled: true }
  if (sample.bam_path === file.path) return isSame ? { link: true } : linkIfItsOwn
  if (!sample.is_live && isSame) return { link: true }
  if (!sample.is_live && sample.has_just_gone) {
    return {
      problem: `fits ${called}, whose ${sample.bam_path} was not found: linked by the next scan if that does not find it either`,
    }
  }
  if (!sample.is_live && !file.rival) return linkIfItsOwn
  if (isSame) return { settled: true }
  return { problem: `fits ${called}, which already has ${sample.bam_path}` }
}

const isAsLinked = (file: FittingFile, sample: LinkedSample) =>
  sample.bam_doubt === null &&
  sample.bam_md5 === file.md5 &&
  sample.bam_file_uri === file.uri &&
  (sample.bam_size === null ? null : Number(sample.bam_size)) === file.size
