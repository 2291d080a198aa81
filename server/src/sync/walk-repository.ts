import {
  accessSync,
  type BigIntStats,
  constants,
  type Dir,
  type Dirent,
  opendirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { formatNumber } from '@lims/contract/format-count.ts'
import { type Ignored, noneIgnored, readDvcIgnore } from './dvc-ignore.ts'
import { type DvcProject, readDvcProject } from './dvc-project.ts'
import { bamEnding } from './named-outputs.ts'
import { findStat, orUnreadable, reading, Unreadable } from './read-regular-file.ts'

export type FoundDvcFile = { path: string; stat: BigIntStats; project: DvcProject }
/** `unread`: the folder of which nothing is read, if that is not the path itself. */
type TreeProblem = { path: string; problem: string; unread?: string }
type Folder = { path: string; project: DvcProject; isIgnored: Ignored }

const isDvcFile = (name: string) => /.\.dvc$/.test(name) || name === 'dvc.lock' || name === 'Dvcfile'
const isSkipped = (name: string) => name === '.git' || name === '.dvc'
/** In bytes. */
const maxPathLength = 1024
/** Deeper than any laboratory's: a pattern with three `**` takes 16 times as long for twice as many folders. */
const maxDepth = 50

/** Yields the DVC files and unusable parts of a repository. Follows only links that are named `.dvcignore`. */
export function* walkRepository(root: string): Generator<FoundDvcFile | TreeProblem> {
  const none = {
    folder: root,
    cache: path.join(root, '.dvc/cache'),
    remotes: new Map(),
    defaultRemote: null,
    signature: '',
  }
  const waiting: Folder[] = [{ path: '', project: none, isIgnored: noneIgnored }]
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const unreadable = orUnreadable(() => assertReadableFolder(path.join(root, folder.path)))
    if (unreadable) {
      yield { path: folder.path || '.', problem: unreadable.message }
      continue
    }
    const project = projectOf(root, folder)
    if ('problem' in project) {
      yield project
      continue
    }
    if (project === none && folder.path === '') {
      yield { path: '', problem: 'The data repository has no .dvc folder at its top' }
    }
    const isIgnored = ignoredIn(root, folder)
    if ('problem' in isIgnored) {
      yield isIgnored
      continue
    }
    for (const entry of entriesOf(root, folder.path)) {
      const found =
        'problem' in entry ? entry : lookAt(root, entry, { path: folder.path, project, isIgnored })
      if (found && 'isIgnored' in found) waiting.push(found)
      else if (found) yield found
    }
  }
}

/**
 * Returns the DVC file or folder that an entry of a folder is, or why it cannot be used; undefined if it is of no
 * interest.
 */
function lookAt(
  root: string,
  entry: Dirent,
  { path: folder, project, isIgnored }: Folder,
): FoundDvcFile | TreeProblem | Folder | undefined {
  const place = path.posix.join(folder, entry.name)
  const [isFolder, isLink] = [entry.isDirectory(), entry.isSymbolicLink()]
  if (isFolder ? isSkipped(entry.name) : !isLink && !isDvcFile(entry.name)) return undefined
  if (isIgnored(isFolder ? `${place}/` : place)) return undefined
  const problem = problemOfName(place) ?? (isLink ? problemOfLink(root, place, project) : undefined)
  if (problem) return { path: place, problem }
  if (isFolder) return { path: place, project, isIgnored }
  return entry.isFile() ? dvcFileAt(root, place, project) : undefined
}

/**
 * Returns the project that begins in this folder, else that of the folder around it. Without its configuration, the
 * files of a project would get wrong addresses.
 */
function projectOf(root: string, { path: folder, project }: Folder): DvcProject | TreeProblem {
  const own = readDvcProject(path.join(root, folder))
  if (own === undefined || !('problem' in own)) return own ?? project
  return {
    path: path.posix.join(folder, own.file),
    problem: `${own.problem}, and nothing of its project is scanned until it can be read`,
    unread: folder || '.',
  }
}

/**
 * Returns what the `.dvcignore` of a folder ignores, and those of the folders around it. Without it, files that a
 * laboratory has put aside would be linked.
 */
function ignoredIn(root: string, { path: folder, isIgnored }: Folder): Ignored | TreeProblem {
  const own = orUnreadable(() => readDvcIgnore(root, folder, isIgnored))
  if (!(own instanceof Unreadable)) return own
  return {
    path: path.posix.join(folder, '.dvcignore'),
    problem: `${own.message}, and nothing in its folder is scanned until it can be used`,
    unread: folder || '.',
  }
}

function* entriesOf(root: string, folder: string): Generator<Dirent | TreeProblem> {
  try {
    const open = reading(() => opendirSync(path.join(root, folder)))
    try {
      for (let entry = next(open); entry; entry = next(open)) yield entry
    } finally {
      open.closeSync()
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    yield { path: folder || '.', problem: error.message }
  }
}

const next = (folder: Dir) => reading(() => folder.readSync())

function problemOfName(place: string): string | undefined {
  if (place.split('/').length > maxDepth) return `lies deeper than ${maxDepth} levels, and is not read`
  if (Buffer.byteLength(place) > maxPathLength)
    return `has a path of more than ${formatNumber(maxPathLength)} bytes, and is not read`
  return place.includes('\ufffd') ? 'has a name that is not UTF-8' : undefined
}

/** Throws `Unreadable` for a folder of which the names, or what they stand for, cannot be read. */
export const assertReadableFolder = (folder: string): void =>
  reading(() => accessSync(folder, constants.R_OK | constants.X_OK))

/** A link into the cache is no problem: DVC makes such links to save room. */
function problemOfLink(root: string, place: string, { cache }: DvcProject): string | undefined {
  if (isDvcFile(path.posix.basename(place))) return 'is a symbolic link, which is not followed'
  const file = path.join(root, place)
  try {
    const target = statSync(file, { throwIfNoEntry: false })
    if (!target?.isDirectory() && !bamEnding.test(place)) return undefined
    if (!target) return 'is a symbolic link to nothing'
    const real = realpathSync(file)
    return [root, cache, realPathOf(cache)].some((folder) => isIn(folder, real))
      ? undefined
      : 'is a symbolic link that leads out of the repository'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) return 'is a symbolic link that cannot be followed'
    throw error
  }
}

/** A cache may be, or be below, a link to a larger disk. */
function realPathOf(folder: string): string {
  const real = orUnreadable(() => reading(() => realpathSync(folder)))
  return real instanceof Unreadable ? folder : real
}

const isIn = (folder: string, file: string) => file === folder || file.startsWith(`${folder}/`)

function dvcFileAt(root: string, place: string, project: DvcProject): FoundDvcFile | TreeProblem | undefined {
  const stat = orUnreadable(() => findStat(path.join(root, place)))
  if (stat instanceof Unreadable) return { path: place, problem: stat.message }
  return stat?.isFile() ? { path: place, stat, project } : undefined
}
