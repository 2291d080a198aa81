import path from 'node:path'
import { findKept } from './data-object.ts'
import type { DvcProject } from './dvc-project.ts'
import { bamEnding, type NamedOutput, withoutSlashAtEnd } from './named-outputs.ts'
import { readText, Unreadable } from './read-regular-file.ts'
import type { DvcOutput } from './scan-lines.ts'
import { storableText } from './storable-text.ts'

type Place = { project: DvcProject; root: string; dvcPath: string }
/**
 * Why an output, or a file of it, cannot be used. `isUnlisted` for a folder whose files are not known now, and may be
 * without a change of the DVC file.
 */
type OutputProblem = { path: string; problem: string; isUnlisted?: true }

const maxManifestBytes = 24_000_000
/** In bytes. The index on the path takes no more. */
const maxPathLength = 1024
const md5 = /^[0-9a-f]{32}$/i

/** Yields the BAM files of an output: the output itself, or those inside if it is a folder. */
export function* listBamOutputs(place: Place, output: NamedOutput): Generator<DvcOutput | OutputProblem> {
  const folder = path.posix.dirname(place.dvcPath)
  const outputPath = within(folder, output.workFolder, output.path)
  const isFolder = output.md5?.endsWith('.dir') || output.files !== undefined
  if (!isFolder && !bamEnding.test(output.path)) return
  if (!outputPath) {
    yield { path: '', problem: `names a file outside of the repository: ${output.path}` }
    return
  }
  if (!isFolder) {
    yield checked(outputPath, output, output)
    return
  }
  const listed = output.files ?? filesOfManifest(place.project, output)
  if (!Array.isArray(listed)) {
    yield { path: outputPath, ...listed }
    return
  }
  for (const file of listed) {
    if (!bamEnding.test(file.relpath)) continue
    const filePath = within(outputPath, '.', file.relpath)
    if (filePath?.startsWith(`${outputPath}/`) || (filePath && outputPath === '.'))
      yield checked(filePath, file, output)
    else yield { path: outputPath, problem: `lists a file outside of itself: ${file.relpath}` }
  }
}

/**
 * Joins paths, without the slash that DVC keeps at the end of a folder. Returns undefined if the result is outside of
 * the repository, as with `..` or an absolute path, also one of Windows.
 */
function within(folder: string, workFolder: string, file: string): string | undefined {
  if (
    [workFolder, file].some(
      (part) => path.posix.isAbsolute(part) || /^(?:[a-z]:[\\/]|[a-z][a-z0-9+.-]*:\/\/)/i.test(part),
    )
  ) {
    return undefined
  }
  const joined = withoutSlashAtEnd(path.posix.join(folder, workFolder, file))
  return joined.startsWith('../') || joined === '..' ? undefined : joined
}

function checked(
  filePath: string,
  file: { md5?: string | undefined; size?: string | number | undefined },
  output: NamedOutput,
): DvcOutput | OutputProblem {
  if (Buffer.byteLength(filePath) > maxPathLength)
    return { path: '', problem: 'names a file with a path too long to be kept' }
  if (storableText(filePath, maxPathLength) !== filePath)
    return { path: '', problem: 'names a file with signs that no name should have' }
  if (file.md5 === undefined) return { path: filePath, problem: 'has no md5 yet: it is not committed to DVC' }
  if (!md5.test(file.md5)) return { path: filePath, problem: 'has no md5 that could be one' }
  return {
    path: filePath,
    md5: file.md5.toLowerCase(),
    size: bytesOf(file.size),
    layout: layoutOf(output),
    remote: output.remote === undefined ? null : storableText(output.remote, 200),
  }
}

const bytesOf = (size: string | number | undefined) =>
  size !== undefined && size !== '' && Number.isSafeInteger(Number(size)) && Number(size) >= 0
    ? Number(size)
    : null

const layoutOf = ({ hash }: NamedOutput) => (hash ? 3 : 2)

const unlisted = (why: string) => ({
  problem: `is a folder whose list of files ${why}`,
  isUnlisted: true as const,
})
const damaged = unlisted('is damaged')

/** A zod schema would collect an issue for each of a million entries. */
const isManifest = (listed: unknown): listed is { relpath: string; md5: string }[] =>
  Array.isArray(listed) &&
  listed.every((file) => typeof file?.relpath === 'string' && typeof file?.md5 === 'string')

/** Reads the files of a folder from its manifest, which DVC keeps as an object in the cache or remote. */
function filesOfManifest(project: DvcProject, output: NamedOutput) {
  const ownMd5 = output.md5?.slice(0, -'.dir'.length) ?? ''
  if (!md5.test(ownMd5)) return { problem: 'has no md5 that could be one' }
  try {
    const found = findKept(project, {
      md5: `${ownMd5.toLowerCase()}.dir`,
      layout: layoutOf(output),
      remote: output.remote ?? null,
    })
    if (!found) return unlisted('is in neither cache nor remote')
    const listed: unknown = JSON.parse(readText(found.file, maxManifestBytes))
    return isManifest(listed) ? listed : damaged
  } catch (error) {
    if (error instanceof Unreadable) return unlisted(error.message)
    if (error instanceof SyntaxError) return damaged
    throw error
  }
}
