import { spawnSync } from 'node:child_process'
import type * as fs from 'node:fs'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { copyProject } from '../../test/project-copy.ts'
import { withFileToWrite } from './follow-links.ts'

/** As a file system that ignores case, which names an open folder as whoever opened it first. */
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof fs>()
  const readlinkSync = (file: string) => original.readlinkSync(file).replace('Ignores-Case', 'IGNORES-CASE')
  return { ...original, readlinkSync }
})

let parent: string
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'lims-links-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
})

test('a folder of a file system that ignores case is not taken for one that was exchanged', async () => {
  const folder = path.join(parent, 'Ignores-Case')
  mkdirSync(folder)
  await withFileToWrite(path.join(folder, 'a.txt'), async (file) => writeFileSync(file, ''))
  expect(readdirSync(folder)).toEqual(['a.txt'])
})

test.runIf(process.getuid?.() === 0)(
  'root that may not read the folder, as on a file share, is refused in one line',
  () => {
    const folder = path.join(parent, 'share')
    mkdirSync(folder)
    chownSync(folder, 54_321, 54_321)
    chmodSync(folder, 0o733)
    const script = `
      import { withFileToWrite } from ${JSON.stringify(path.join(import.meta.dirname, 'follow-links.ts'))}
      await withFileToWrite(process.argv[1], async () => {}).catch((error) => console.log(error.constructor.name, error.message))`
    const program = [process.execPath, '--input-type=module', '-e', script, path.join(folder, 'a.txt')]
    const { stdout } = spawnSync('setpriv', ['--bounding-set=-dac_override,-dac_read_search', ...program], {
      encoding: 'utf8',
    })
    expect(stdout).toBe(`StartError Nothing saved: EACCES: permission denied, open '${folder}'.\n`)
  },
)

/** As root of a container without rights on the machine: there, even `/proc/self` belongs to somebody else. */
const inContainer = '--reuid=54321 --regid=54321 --clear-groups unshare --user --map-root-user'.split(' ')

test.runIf(process.getuid?.() === 0 && spawnSync('setpriv', [...inContainer, 'true']).status === 0)(
  'root of a container writes a file beside the one to which its link leads',
  () => {
    const project = copyProject(tmpdir(), 0o755)
    for (const name of ['links', 'files']) mkdirSync(path.join(parent, name))
    const link = path.join(parent, 'links/a.txt')
    symlinkSync('../files/a.txt', link)
    spawnSync('chown', ['-hR', '54321:54321', parent])
    const script = `
      import { writeFileSync } from 'node:fs'
      import { withFileToWrite } from ${JSON.stringify(path.join(project, 'server/src/programs/follow-links.ts'))}
      await withFileToWrite(process.argv[1], (_, real) =>
        withFileToWrite(real.replace('a.txt', 'b.txt'), async (file) => writeFileSync(file, '')))`
    const program = [process.execPath, '--input-type=module', '-e', script, link]
    const { stderr } = spawnSync('setpriv', [...inContainer, ...program], { encoding: 'utf8', cwd: '/' })
    expect(readdirSync(path.join(parent, 'files')), stderr).toEqual(['b.txt'])
  },
)
