import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../project.ts'

/** The files of an earlier commit in a folder of their own, which run on the packages of this checkout. */
export type EarlierCommit = { name: string; folder: string; remove: () => void }

const ownPackages = '@lims'

/** Returns a sentence instead where it cannot be had: no history here, or a commit with other packages. */
export function takeEarlierCommit(reference: string): EarlierCommit | string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  const folder = mkdtempSync(join(tmpdir(), 'lims-bench-commit-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const name = git('rev-parse', '--short', `${reference}^{commit}`)
    const archive = join(folder, 'commit.tar')
    git('archive', '--output', archive, name)
    execFileSync('tar', ['-xf', archive, '-C', folder])
    rmSync(archive)
    const lockOf = (checkout: string) => readFileSync(join(checkout, 'package-lock.json'), 'utf8')
    if (lockOf(folder) === lockOf(root)) {
      linkPackages(folder)
      return { name, folder, remove }
    }
    remove()
    return `${reference} has other packages.`
  } catch {
    remove()
    return `${reference} is not in the history of this checkout.`
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
