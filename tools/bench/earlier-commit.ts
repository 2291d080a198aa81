import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../project.ts'

/** The files of an earlier commit in a folder of their own, which run on the packages of this checkout. */
export type EarlierCommit = { name: string; folder: string; remove: () => void }

const ownPackages = '@lims'

/** Returns a sentence instead where there is no such commit, or one with other packages. */
export function takeEarlierCommit(reference: string): EarlierCommit | string {
  const name = nameOf(reference)
  if (!name) return `${reference} is not in the history of this checkout.`
  if (git('show', `${name}:package-lock.json`) !== readFileSync(join(root, 'package-lock.json'), 'utf8'))
    return `${reference} has other packages.`
  const folder = mkdtempSync(join(tmpdir(), 'lims-bench-commit-'))
  const archive = join(folder, 'commit.tar')
  git('archive', '--output', archive, name)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  linkPackages(folder)
  return { name, folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const maxLockBytes = 64 * 2 ** 20
const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: maxLockBytes,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

/** Undefined without such a commit, or without git. */
function nameOf(reference: string): string | undefined {
  try {
    return git('rev-parse', '--short', '--verify', `${reference}^{commit}`).trim()
  } catch {
    return undefined
  }
}

/** The packages of this checkout, but the commit's own workspaces. */
function linkPackages(folder: string) {
  for (const place of ['', 'contract', 'server', 'web']) {
    const packages = join(root, place, 'node_modules')
    for (const name of namesIn(packages)) {
      mkdirSync(join(folder, place, 'node_modules'), { recursive: true })
      if (name !== ownPackages) symlinkSync(join(packages, name), join(folder, place, 'node_modules', name))
    }
  }
  mkdirSync(join(folder, 'node_modules', ownPackages))
  for (const name of namesIn(join(root, 'node_modules', ownPackages)))
    symlinkSync(join(folder, name), join(folder, 'node_modules', ownPackages, name))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
