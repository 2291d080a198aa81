import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Copies every file that Git knows, or would know, of `root` to `copy`, so that mutants never touch the working tree.
 * Packages are found in the node_modules above the copy; only the workspaces must be those of the copy.
 */
export function copyTree(root: string, copy: string) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
  rmSync(copy, { recursive: true, force: true })
  for (const folder of new Set(files.map(dirname))) mkdirSync(join(copy, folder), { recursive: true })
  for (const file of files) copyFileSync(join(root, file), join(copy, file))

  const { workspaces }: { workspaces: string[] } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  mkdirSync(join(copy, 'node_modules/@lims'), { recursive: true })
  for (const workspace of workspaces) {
    symlinkSync(join(copy, workspace), join(copy, 'node_modules/@lims', workspace))
    const own = join(root, workspace, 'node_modules')
    if (existsSync(own)) cpSync(own, join(copy, workspace, 'node_modules'), { recursive: true })
  }
}
