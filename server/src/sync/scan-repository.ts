import { readdirSync, realpathSync, statSync } from 'node:fs'
import { isDvcProject } from './dvc-project.ts'
import { examineDvcFile } from './examine-dvc-file.ts'
import { orUnreadable, reading, Unreadable } from './read-regular-file.ts'
import type { KnownDvcFile, KnownLine, ScanLine } from './scan-lines.ts'
import { storablePath, storableText } from './storable-text.ts'
import { assertReadableFolder, walkRepository } from './walk-repository.ts'

const maxMessageLength = 500
/** In bytes. */
const maxPathLength = 1024
const progressEvery = 250

/** Reads what is known of a repository, and returns what has changed in it, which is read as it is iterated. */
export async function scanRepository(lines: AsyncIterable<KnownLine>): Promise<Iterable<ScanLine>> {
  const known = new Map<string, KnownDvcFile>()
  let repository = ''
  for await (const line of lines) {
    if ('repository' in line) repository = line.repository
    else if ('file' in line) known.get(line.dvcPath)?.files.push(line.file)
    else known.set(line.path, { ...line, files: [] })
  }
  return findDifferences(repository, known)
}

/** Yields everything in a repository that differs from what is known of it. */
function* findDifferences(folder: string, known: Map<string, KnownDvcFile>): Generator<ScanLine> {
  const root = rootOf(folder)
  if (root instanceof Unreadable) {
    yield { is: 'unreadable', message: `The data repository ${root.message}.` }
    return
  }
  let dvcFiles = 0
  const unread: string[] = []
  for (const line of linesOf(root, known, unread, () => ++dvcFiles)) {
    yield line.is === 'problem' ? toStorableProblem(line) : line
  }
  const whyNone = dvcFiles === 0 ? findReasonForNone(root, unread.includes('.')) : undefined
  if (whyNone) {
    yield { is: 'unreadable', message: `The data repository ${whyNone}. Is its disk mounted?` }
    return
  }
  for (const path of known.keys()) if (!unread.some((place) => isAt(path, place))) yield { is: 'gone', path }
  yield { is: 'progress', dvcFiles }
}

const isAt = (path: string, place: string) => place === '.' || path === place || path.startsWith(`${place}/`)

/** A disk that is not mounted leaves an empty folder, which does not mean that the files are gone. */
function findReasonForNone(root: string, isTopUnread: boolean): string | undefined {
  const reason = orUnreadable(() => {
    if (isDvcProject(root)) return undefined
    const isEmpty = reading(() => readdirSync(root)).length === 0
    if (isEmpty) return 'is an empty folder'
    // Why its top was not read is a problem of its own.
    return isTopUnread ? undefined : 'holds no .dvc folder and no DVC file'
  })
  return reason instanceof Unreadable ? reason.message : reason
}

/** Removes what is found from `known`: what is left in it at the end, and not in a place that is `unread`, is gone. */
function* linesOf(
  root: string,
  known: Map<string, KnownDvcFile>,
  unread: string[],
  count: () => number,
): Generator<ScanLine> {
  for (const found of walkRepository(root)) {
    if ('problem' in found) {
      unread.push(found.unread ?? found.path)
      yield treeProblem(found.path, found.problem)
      continue
    }
    yield* examineDvcFile(root, found, known.get(found.path))
    known.delete(found.path)
    const dvcFiles = count()
    if (dvcFiles % progressEvery === 0) yield { is: 'progress', dvcFiles }
  }
}

const toStorableProblem = (problem: Extract<ScanLine, { is: 'problem' }>): ScanLine => ({
  ...problem,
  path: storablePath(problem.path, maxPathLength),
  message: storableText(problem.message, maxMessageLength),
})

const treeProblem = (path: string, message: string): ScanLine => ({
  is: 'problem',
  kind: 'tree',
  dvcPath: '',
  path,
  message,
})

/** Resolves links on the way to the repository; links inside it are not followed. */
const rootOf = (folder: string): string | Unreadable =>
  orUnreadable(() => {
    const root = reading(() => realpathSync(folder))
    if (!reading(() => statSync(root)).isDirectory()) throw new Unreadable('is no folder')
    assertReadableFolder(root)
    return root
  })
