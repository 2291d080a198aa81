import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'
import type { KnownLine, ScanLine } from './scan-lines.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scan, messages } = scanning(lab)
beforeEach(() => {
  repository.clear()
  chmodSync(repository.folder, 0o755)
})

const output = (place: string) => `outs:\n- md5: 69c16128cd697ab8d8f688be352c83e5\n  path: ${place}\n`

test('an output at a place that cannot exist on this machine is taken for one that is elsewhere', async () => {
  await lab.addSample({ alias: 'T0000001' })
  repository.add('T0000001.bam', makeBam(['T0000001']))
  repository.write('file', '')
  symlinkSync('round', repository.place('round'))
  const long = 'x'.repeat(256)
  for (const place of ['file', 'round', long])
    repository.write(`${place.slice(0, 9)}.dvc`, output(`${place}/y.bam`))
  repository.write('way/.dvc/config', '[cache]\ndir = ../../file\n')
  repository.write('way/z.bam.dvc', output('z.bam'))

  expect(await scan()).toMatchObject({ samplesLinked: 1, bamFiles: 5, lastScanTime: expect.any(String) })

  expect(await messages()).toEqual(
    [
      'round is a symbolic link that cannot be followed',
      expect.stringMatching(/^4 BAM files belong to no sample here/),
    ].sort(),
  )
})

/** Reads the repository under an account that is not root, for which permissions count. Returns what it wrote. */
async function read(known: KnownLine[] = []): Promise<ScanLine[]> {
  const isRoot = process.getuid?.() === 0
  const program = spawn(process.execPath, [path.join(import.meta.dirname, 'scan-program.ts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
  })
  const ended = once(program, 'close')
  const lines: KnownLine[] = [{ repository: repository.folder }, ...known]
  program.stdin.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const written = await text(program.stdout)
  expect((await ended)[0]).toBe(0)
  return written
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}
const problemsOf = (lines: ScanLine[]) =>
  lines.flatMap((line) => (line.is === 'problem' ? [`${line.path} ${line.message}`] : [])).sort()
const filesOf = (lines: ScanLine[]) =>
  Object.fromEntries(lines.flatMap((line) => (line.is === 'file' ? [[line.path, line.header]] : [])))

test.each([
  ['may not be listed', 0o000],
  ['may be listed, and not entered', 0o644],
])('a folder that %s is reported, what was known of it stays, and the rest is scanned', async (_, mode) => {
  repository.add('T0000001.bam', makeBam(['T0000001']))
  repository.add('lost+found/T0000002.bam', makeBam(['T0000002']))
  repository.write('lost+found/.dvcignore', 'x\n')
  chmodSync(repository.place('lost+found'), mode)

  const lines = await read([{ path: 'lost+found/T0000002.bam.dvc', signature: 'x' }])

  chmodSync(repository.place('lost+found'), 0o755)
  expect(problemsOf(lines)).toEqual(['lost+found cannot be read: permission is denied'])
  expect(filesOf(lines)).toEqual({ 'T0000001.bam': 'read' })
  expect(lines.filter(({ is }) => is === 'gone')).toEqual([])
})

test('a BAM file whose folder in the cache is closed is reported, unless its content is elsewhere', async () => {
  repository.write('.dvc/config', '[core]\nremote = disk\n[\'remote "disk"\']\nurl = ../remote\n')
  const closed = ['A', 'B'].map((name) => {
    const bam = makeBam([name])
    const { md5 } = repository.add(`${name}.bam`, bam)
    if (name === 'A') repository.write(`remote/files/md5/${md5.slice(0, 2)}/${md5.slice(2)}`, bam)
    return repository.place(`.dvc/cache/files/md5/${md5.slice(0, 2)}`)
  })
  const list = repository.cache('[]', { ending: '.dir' })
  repository.write('runs.dvc', `outs:\n- {md5: ${list.md5}, hash: md5, path: runs}\n`)
  closed.push(repository.place(`.dvc/cache/files/md5/${list.md5.slice(0, 2)}`))
  for (const folder of closed) chmodSync(folder, 0)

  const lines = await read()

  for (const folder of closed) chmodSync(folder, 0o755)
  expect(problemsOf(lines)).toEqual([
    'B.bam cannot be read: permission is denied',
    'runs is a folder whose list of files cannot be read: permission is denied',
  ])
  expect(filesOf(lines)).toEqual({ 'A.bam': 'read', 'B.bam': 'unusable' })
})

test('a repository that is closed to the account is said to be so', async () => {
  repository.add('T0000001.bam', makeBam(['T0000001']))
  chmodSync(repository.folder, 0o644)

  const lines = await read([{ path: 'T0000001.bam.dvc', signature: 'x' }])

  chmodSync(repository.folder, 0o755)
  const message = 'The data repository cannot be read: permission is denied.'
  expect(lines).toEqual([{ is: 'unreadable', message }])
})
