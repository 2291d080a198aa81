import { realpathSync } from 'node:fs'
import path from 'node:path'
import { examineDataFile, isAtPath } from './examine-data-file.ts'
import { fileSignature } from './file-signature.ts'
import { listBamOutputs } from './list-bam-outputs.ts'
import { filesOfVars, type NamedOutput, outputsOfDvcFile, outputsOfLock } from './named-outputs.ts'
import { parseDvcYaml } from './parse-dvc-yaml.ts'
import { piecesOfLock } from './pieces-of-lock.ts'
import { findStat, orUnreadable, reading, readText, Unreadable } from './read-regular-file.ts'
import type { KnownDvcFile, ScanLine } from './scan-lines.ts'
import type { FoundDvcFile } from './walk-repository.ts'

/** Hostile YAML takes up to a thousand times its size in memory. */
const maxYamlBytes = 500_000
const maxLockBytes = 64_000_000
/** Raise it when more is understood of a DVC file: each is then read again once. */
const readerVersion = 'v9'
/** The signature of a file that must be read again at the next scan. */
const unsettled = ''

/** Yields what has changed in a DVC file and its BAM files since an earlier scan. */
export function* examineDvcFile(
  root: string,
  found: FoundDvcFile,
  known: KnownDvcFile | undefined,
): Generator<ScanLine> {
  const signature = signatureOf(root, found, variableFilesIn(known?.signature))
  const isSame = known !== undefined && known.signature === signature
  if (isSame) {
    let sizesInDvc: Map<string, number | null> | undefined
    for (const file of known.files) {
      yield* examineDataFile(root, found, file, file, () => {
        sizesInDvc ??= listSizes(root, found)
        return typeof sizesInDvc.get(file.path) === 'number'
      })
    }
    return
  }
  const { outputs, variableFiles, problem } = outputsIn(root, found.path)
  if (problem) {
    yield problemOf(found, found.path, problem)
    // The files that were read from it before are kept until it can be read again.
    yield { is: 'dvc-file', path: found.path, signature: unsettled, keepsFiles: true }
    return
  }
  const isSettled = yield* examineOutputs(root, found, outputs, known)
  yield {
    is: 'dvc-file',
    path: found.path,
    signature: isSettled ? signatureOf(root, found, variableFiles) : unsettled,
    keepsFiles: false,
  }
}

/**
 * Yields what has changed. The files that were in a folder before are kept until its list of files can be read. Returns
 * whether nothing was missing that is needed to know the files.
 */
function* examineOutputs(
  root: string,
  found: FoundDvcFile,
  outputs: NamedOutput[],
  known: KnownDvcFile | undefined,
): Generator<ScanLine, boolean> {
  const knownFiles = new Map(known?.files.map((file) => [file.path, file]))
  const isOfThisReader = known?.signature.startsWith(`${readerVersion}+`)
  const named = new Set<string>()
  const unlisted = new Set<string>()
  for (const output of outputs) {
    for (const file of listBamOutputs({ project: found.project, root, dvcPath: found.path }, output)) {
      if ('problem' in file) {
        if (file.isUnlisted) unlisted.add(file.path)
        yield problemOf(found, file.path || found.path, file.problem)
      } else if (named.has(file.path)) {
        yield problemOf(found, file.path, `is named twice in ${found.path}`)
      } else {
        named.add(file.path)
        const knownFile = knownFiles.get(file.path)
        // Earlier readers took any file at the path for the content that a manifest names.
        const isDoubtful = !isOfThisReader && file.size === null && isAtPath(knownFile?.object)
        yield* examineDataFile(root, found, file, isDoubtful ? undefined : knownFile)
      }
    }
  }
  for (const file of known?.files ?? []) {
    if (named.has(file.path) || !isInsideAny(unlisted, file.path)) continue
    // A list that is not here states no sizes: only an earlier reader has taken the file at this path for its content.
    const isDoubtful = isAtPath(file.object)
    const kept = isDoubtful
      ? { ...file, size: null, object: '', header: 'absent' as const, sampleNames: [] }
      : file
    yield { is: 'file', dvcPath: found.path, wasExamined: isDoubtful, ...kept }
  }
  return unlisted.size === 0
}

/** Returns the size that a DVC file states of each of its BAM files; null where it states none. */
function listSizes(root: string, found: FoundDvcFile): Map<string, number | null> {
  const place = { project: found.project, root, dvcPath: found.path }
  const files = outputsIn(root, found.path).outputs.flatMap((output) => [...listBamOutputs(place, output)])
  return new Map(files.flatMap((file) => ('problem' in file ? [] : [[file.path, file.size] as const])))
}

function isInsideAny(folders: ReadonlySet<string>, file: string): boolean {
  for (let folder = file; folder !== '.'; ) {
    folder = path.posix.dirname(folder)
    if (folders.has(folder)) return true
  }
  return false
}

/** `variableFiles`: the files that explain variables, besides params.yaml. */
type Outputs = { outputs: NamedOutput[]; variableFiles: string[]; problem?: string }

function outputsIn(root: string, place: string): Outputs {
  try {
    return path.posix.basename(place) === 'dvc.lock'
      ? outputsInLock(root, place)
      : { outputs: outputsOfDvcFile(readYaml(root, place)), variableFiles: [] }
  } catch (error) {
    if (error instanceof Unreadable) return { outputs: [], variableFiles: [], problem: error.message }
    throw error
  }
}

/** More than anybody names in one dvc.yaml. */
const maxVariableFiles = 20
const maxVariablePath = 1000
/** Their lines may hold passwords, and what is read of variables comes into paths that are shown. */
const ofDvcOrGit = /(?:^|\/)\.(?:dvc|git)\//i

function outputsInLock(root: string, place: string): Outputs {
  const planned = readPlan(root, planBeside(place))
  const variableFiles = filesOfVars(planned)
    .map((file) => path.posix.join(path.posix.dirname(place), file.toWellFormed()))
    .filter((file) => !file.startsWith('../') && !ofDvcOrGit.test(file) && file.length <= maxVariablePath)
    .slice(0, maxVariableFiles)
  const contents = [...new Set([...variableFiles, paramsBeside(place)])].map((file) =>
    readVariables(root, file),
  )
  const pieces = piecesOfLock(readText(path.join(root, place), maxLockBytes))
  return {
    outputs: pieces.flatMap((piece) => outputsOfLock(parsed(piece), planned, contents)),
    variableFiles,
  }
}

/** Throws `Unreadable` with the name of the plan, for the message names only the lock. */
function readPlan(root: string, plan: string): unknown {
  const read = orUnreadable(() => (findStat(path.join(root, plan)) ? readYaml(root, plan) : undefined))
  if (read instanceof Unreadable) throw new Unreadable(`cannot be used: ${plan} beside it ${read.message}`)
  return read
}

/** A file of the pipeline, of any form and size: without it, variables stay unknown. Follows no link to it. */
function readVariables(root: string, place: string): unknown {
  const file = path.join(root, place)
  const read = orUnreadable(() =>
    reading(() => realpathSync(file)) === file ? readYaml(root, place) : undefined,
  )
  return read instanceof Unreadable ? undefined : read
}

const readYaml = (root: string, place: string) => parsed(readText(path.join(root, place), maxYamlBytes))

function parsed(text: string): unknown {
  if (text.length > maxYamlBytes) throw new Unreadable('has a stage too large to be read')
  return parseDvcYaml(text)
}

/**
 * The plan (dvc.yaml), params.yaml and the files of variables name the work folders of the stages in a lock file, so
 * their changes count too. The signature names the latter, as only the plan does otherwise.
 */
function signatureOf(
  root: string,
  { path: place, stat, project }: FoundDvcFile,
  variableFiles: readonly string[],
): string {
  const beside = path.posix.basename(place) === 'dvc.lock' ? [planBeside(place), paramsBeside(place)] : []
  const ofFile = (file: string) => {
    const found = orUnreadable(() => findStat(path.join(root, file)))
    return found instanceof Unreadable ? found.message : found ? fileSignature(found) : ''
  }
  const named = variableFiles.map((file) => `${encodeURIComponent(file)}=${ofFile(file)}`)
  return [readerVersion, fileSignature(stat), project.signature, ...beside.map(ofFile), ...named].join('+')
}

const variableFilesIn = (signature = ''): string[] =>
  [...signature.matchAll(/\+([^+=]+)=/g)].flatMap(([, file]) => (file ? decodeURIComponent(file) : []))

const planBeside = (lock: string) => path.posix.join(path.posix.dirname(lock), 'dvc.yaml')
/** DVC reads params.yaml by default. */
const paramsBeside = (lock: string) => path.posix.join(path.posix.dirname(lock), 'params.yaml')

const problemOf = ({ path: dvcPath }: FoundDvcFile, place: string, message: string): ScanLine => ({
  is: 'problem',
  kind: 'dvc-file',
  dvcPath,
  path: place,
  message,
})
