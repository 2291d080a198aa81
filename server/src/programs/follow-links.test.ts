import { spawnSync } from 'node:child_process'
import type * as fs from 'node:fs'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
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
