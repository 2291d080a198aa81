import { realpathSync, statSync } from 'node:fs'
import { examineDvcFile } from './examine-dvc-file.ts'
import { reading, Unreadable } from './read-regular-file.ts'
import type { KnownDvcFile, ScanLine } from './scan-lines.ts'
import { storableText } from './storable-text.ts'
import { walkRepository } from './walk-repository.ts'

const longestMessage = 500
const longestPath = 1024
const progressEvery = 250

/** Everything that has changed in a repository since what is known of it, line by line. */
export function* scanRepository(folder: string, known: Map<string, KnownDvcFile>): Generator<ScanLine> {
  const root = rootOf(folder)
  if (root instanceof Unreadable) {
    yield { is: 'unreadable', message: `The data repository ${root.message}.` }
    return
  }
  let dvcFiles = 0
  for (const line of linesOf(root, known, () => ++dvcFiles)) {
    yield line.is === 'problem' ? told(line) : line
  }
  for (const path of known.keys()) yield { is: 'gone', path }
  yield { is: 'progress', dvcFiles }
}

/** What is found is taken out of `known`: in the end that holds what is gone. */
function* linesOf(root: string, known: Map<string, KnownDvcFile>, count: () => number): Generator<ScanLine> {
  for (const found of walkRepository(root)) {
    if ('problem' in found) {
      yield treeProblem(found.path, found.problem)
      continue
    }
    yield* examineDvcFile(root, found, known.get(found.path))
    known.delete(found.path)
    const dvcFiles = count()
    if (dvcFiles % progressEvery === 0) yield { is: 'progress', dvcFiles }
  }
}

const told = (problem: Extract<ScanLine, { is: 'problem' }>): ScanLine => ({
  ...problem,
  path: storableText(problem.path, longestPath),
  message: storableText(problem.message, longestMessage),
})

const treeProblem = (path: string, message: string): ScanLine => ({
  is: 'problem',
  kind: 'tree',
  dvcPath: '',
  path,
  message,
})

/** Where links on the way to it lead: only those within it are not followed. */
function rootOf(folder: string): string | Unreadable {
  try {
    const root = reading(() => realpathSync(folder))
    return statSync(root).isDirectory() ? root : new Unreadable('is no folder')
  } catch (error) {
    if (error instanceof Unreadable) return error
    throw error
  }
}
