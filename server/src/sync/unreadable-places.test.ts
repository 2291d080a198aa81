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

test.each([
  ['.dvc/config.local', ''],
  ['sub/.dvc/config.local', 'sub/'],
  ['sub/.dvc/config', 'sub/'],
])('%s that cannot be read is reported, and changes no address of its project', async (unread, folder) => {
  const config = '[core]\nremote = lab\n[\'remote "lab"\']\nurl = s3://lab\nversion_aware = true\n'
  const sample = await lab.addSample({ alias: 'T0000001' })
  repository.write(`${folder}.dvc/config`, config)
  repository.add(`${folder}T0000001.bam`, makeBam(['T0000001']))
  repository.add('other/x.bam', makeBam(['x']))
  await scan()
  const before = (await lab.get('/samples/get', { id: sample.id })).json().sample
  expect(before.bamFileUri).toMatch(/^s3:\/\/lab\//)

  repository.write(unread, `${unread.endsWith('local') ? '' : config}${'#'.repeat(1_000_000)}\n`)
  expect(await scan()).toMatchObject({ samplesLinked: 0, bamFiles: 2 })
  expect((await lab.get('/samples/get', { id: sample.id })).json().sample).toEqual(before)
  expect(await messages()).toContain(
    `${unread} is 1.1 MB large; up to 1 MB are read, and nothing of its project is scanned until it can be read`,
  )

  repository.write(unread, unread.endsWith('local') ? '' : config)
  expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 1 })
})

const isRoot = process.getuid?.() === 0

/** Reads the repository, as root or else under an account for which permissions count. Returns what it wrote. */
async function read(known: KnownLine[] = [], { asRoot = false } = {}): Promise<ScanLine[]> {
  const program = spawn(process.execPath, [path.join(import.meta.dirname, 'scan-program.ts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    ...(isRoot && !asRoot ? { uid: 65_534, gid: 65_534 } : {}),
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

/** What the next scan knows of what one has read. */
const knownFrom = (lines: ScanLine[]): KnownLine[] => [
  ...lines.flatMap((line) => (line.is === 'dvc-file' ? [line] : [])),
  ...lines.flatMap((line) => (line.is === 'file' ? [{ dvcPath: line.dvcPath, file: line }] : [])),
]

test.runIf(isRoot)(
  'a BAM file that may not be read is read once it may be, though it has not changed',
  async () => {
    const { md5 } = repository.add('T0000001.bam', makeBam(['T0000001']))
    const content = repository.place(`.dvc/cache/files/md5/${md5.slice(0, 2)}/${md5.slice(2)}`)
    chmodSync(content, 0o600)
    const lines = await read()
    expect(problemsOf(lines)).toEqual(['T0000001.bam cannot be read: permission is denied'])

    const again = await read(knownFrom(lines), { asRoot: true })

    expect(filesOf(again)).toEqual({ 'T0000001.bam': 'read' })
    expect(problemsOf(again)).toEqual([])

    // What was read of it stays known while it may not be read again.
    chmodSync(path.dirname(content), 0)
    const closed = await read(knownFrom([...lines.filter(({ is }) => is === 'dvc-file'), ...again]))
    chmodSync(path.dirname(content), 0o755)
    expect(filesOf(closed)).toEqual({ 'T0000001.bam': 'read' })
    expect(problemsOf(closed)).toEqual(['T0000001.bam cannot be read: permission is denied'])
  },
)

test('a repository that is closed to the account is said to be so', async () => {
  repository.add('T0000001.bam', makeBam(['T0000001']))
  chmodSync(repository.folder, 0o644)

  const lines = await read([{ path: 'T0000001.bam.dvc', signature: 'x' }])

  chmodSync(repository.folder, 0o755)
  const message = 'The data repository cannot be read: permission is denied.'
  expect(lines).toEqual([{ is: 'unreadable', message }])
})
