import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { expectWithin } from '../../../tools/test/compare-times.ts'
import { makeDataRepository, md5Of } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'

const repository = makeDataRepository()
const outside = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder }, { ownProcesses: true })
const { scan, messages } = scanning(lab)
beforeEach(async () => {
  repository.clear()
  repository.add('good/T0000001.bam', makeBam(['T0000001']))
  await lab.addSample({ alias: 'T0000001' })
})

const output = (said: string) => `outs:\n- ${said}\n`
const someMd5 = 'md5: 69c16128cd697ab8d8f688be352c83e5'

/** Scans beside a file that is as it should be, which must be linked whatever else is there. */
async function problems(): Promise<string[]> {
  expect(await scan()).toMatchObject({ samplesLinked: 1, lastScanTime: expect.any(String) })
  return (await messages()).sort()
}

test('malformed YAML, merge marks and files that DVC did not write are reported by name', async () => {
  repository.write('a.dvc', 'outs:\n- path: [\n')
  repository.write('b.dvc', `<<<<<<< HEAD\n${output(someMd5)}=======\n>>>>>>> other\n`)
  repository.write('c.dvc', 'outs: many\n')
  repository.write('d.dvc', '')
  repository.write('e.dvc', 'outs:\n- path: x.bam\nouts: []\n')
  repository.write('f.dvc', Buffer.from([0xff, 0xfe, 0, 1, 2]))
  const manyfold = ['b', 'c', 'd', 'e', 'f', 'g'].map((key, index) => {
    const before = `*${'abcdef'[index]}`
    return `${key}: &${key} [${Array(9).fill(before).join(', ')}]\n`
  })
  repository.write('g.dvc', `a: &a [x, x]\n${manyfold.join('')}`)
  repository.write('dvc.lock', 'schema: "2.0"\nstages:\n- x\n')

  const all = await problems()

  expect(all.map((message) => message.replace(/ at line.*/, ''))).toEqual([
    expect.stringMatching(/^a\.dvc is no valid YAML: /),
    'b.dvc holds merge marks (<<<<<<<): a conflict that was left open',
    'c.dvc is no file that DVC wrote: outs is wrong',
    'd.dvc is no file that DVC wrote',
    'dvc.lock is no file that DVC wrote',
    expect.stringMatching(/^e\.dvc is no valid YAML: Map keys must be unique/),
    expect.stringMatching(/^f\.dvc is no /),
    expect.stringMatching(/^g\.dvc is no /),
  ])
})

test('paths that lead out of the repository are reported, and nothing there is read', async () => {
  outside.write('T0000002.bam', makeBam(['T0000002']))
  await lab.addSample({ alias: 'T0000002' })
  const wayOut = path.relative(repository.folder, outside.place('T0000002.bam'))
  repository.write('a.dvc', output(`${someMd5}\n  path: ${wayOut}`))
  repository.write('b.dvc', output(`${someMd5}\n  path: ${outside.place('T0000002.bam')}`))
  repository.write('c.dvc', `wdir: ../..\n${output(`${someMd5}\n  path: T0000002.bam`)}`)
  repository.write('d.dvc', output('md5: ../../../etc/passwd\n  path: T0000002.bam'))
  repository.write('e.dvc', output('md5: ../../etc/passwd.dir\n  path: d'))
  repository.write('f.dvc', output(`${someMd5}\n  path: s3://bucket/T0000002.bam`))
  repository.write('h.dvc', output(`${someMd5}\n  path: C:/data/x.bam`))
  repository.write('i.dvc', output(`${someMd5}\n  path: c:\\data\\x.bam`))
  const list = JSON.stringify([{ md5: md5Of('x'), relpath: '../T0000002.bam' }])
  repository.write(
    'g.dvc',
    output(`md5: ${repository.cache(list, { ending: '.dir' }).md5}\n  hash: md5\n  path: g`),
  )

  expect(await problems()).toEqual(
    [
      `a.dvc names a file outside of the repository: ${wayOut}`,
      `b.dvc names a file outside of the repository: ${outside.place('T0000002.bam')}`,
      'c.dvc names a file outside of the repository: T0000002.bam',
      'T0000002.bam has no md5 that could be one',
      'd has no md5 that could be one',
      'f.dvc names a file outside of the repository: s3://bucket/T0000002.bam',
      'g lists a file outside of itself: ../T0000002.bam',
      'h.dvc names a file outside of the repository: C:/data/x.bam',
      'i.dvc names a file outside of the repository: c:\\data\\x.bam',
    ].sort(),
  )
})

test('a cache whose path holds a NUL, as in a torn configuration, ends no scan', async () => {
  repository.write('torn/.dvc/config', '[cache]\n    dir = /data/cache\0\n')
  repository.write('torn/x.bam.dvc', output(`${someMd5}\n  path: x.bam`))
  repository.write('torn/d.dvc', output(`md5: ${md5Of('x')}.dir\n  path: d`))

  expect(await problems()).toEqual([
    'torn/d is a folder whose list of files cannot be read: its path holds a NUL',
    'torn/x.bam cannot be read: its path holds a NUL',
  ])
})

test('links are not followed; those that lead out are reported', async () => {
  outside.write('folder/x.bam.dvc', output(`${someMd5}\n  path: x.bam`))
  outside.write('T0000002.bam', makeBam(['T0000002']))
  symlinkSync(outside.place('folder'), repository.place('out'))
  symlinkSync(outside.place('folder/x.bam.dvc'), repository.place('y.bam.dvc'))
  symlinkSync(outside.place('T0000002.bam'), repository.place('T0000002.bam'))
  symlinkSync('nowhere', repository.place('gone.bam'))
  symlinkSync('.', repository.place('round'))
  symlinkSync('/etc/hostname', repository.place('readme'))
  repository.write('T0000002.bam.dvc', output(`${someMd5}\n  path: T0000002.bam`))
  repository.write('out.dvc', output(`${someMd5}\n  path: out/T0000002.bam`))
  outside.write('folder/T0000002.bam', makeBam(['T0000002']))

  expect(await problems()).toEqual([
    '2 BAM files belong to no sample here, such as T0000002.bam, out/T0000002.bam',
    'T0000002.bam is a symbolic link that leads out of the repository',
    'gone.bam is a symbolic link to nothing',
    'out is a symbolic link that leads out of the repository',
    'y.bam.dvc is a symbolic link, which is not followed',
  ])
  const read = await lab.db.selectFrom('data_file').select('path').where('header', '=', 'read').execute()
  expect(read).toEqual([{ path: 'good/T0000001.bam' }])
})

test.each(['', '[cache]\n    dir = ../disk/cache\n'])(
  'links into a cache that is on another disk, behind a link, lead nowhere else (%j)',
  async (config) => {
    outside.write('cache/readme', '')
    repository.clear()
    if (config === '') {
      symlinkSync(outside.place('cache'), repository.place('.dvc/cache'))
    } else {
      repository.write('.dvc/config', config)
      symlinkSync(outside.folder, repository.place('disk'))
    }
    const content = makeBam(['T0000001'])
    const md5 = md5Of(content)
    const object = `files/md5/${md5.slice(0, 2)}/${md5.slice(2)}`
    outside.write(`cache/${object}`, content)
    repository.write('good/T0000001.bam.dvc', output(`md5: ${md5}\n  hash: md5\n  path: T0000001.bam`))
    symlinkSync(outside.place(`cache/${object}`), repository.place('good/T0000001.bam'))

    expect(await problems()).toEqual(
      config === '' ? [] : ['disk is a symbolic link that leads out of the repository'],
    )
  },
)

test('BAM files that are cut off, damaged, of another size or no BAM at all are reported and not linked', async () => {
  await lab.addSample({ alias: 'T0000002' })
  const whole = makeBam(['T0000002'])
  repository.add('1/T0000002.bam', whole.subarray(0, -28))
  repository.add('2/T0000002.bam', whole, { size: 999_999 })
  repository.add('3/T0000002.bam', Buffer.from('@HD\tVN:1.6\n'))
  repository.add('4/T0000002.bam', Buffer.alloc(0))
  expect(await problems()).toEqual([
    '1/T0000002.bam is cut off: the mark at its end is missing',
    `2/T0000002.bam has ${whole.length} bytes where DVC says 999,999`,
    '3/T0000002.bam is no BAM file',
    '4/T0000002.bam is empty',
  ])

  repository.add('1/T0000002.bam', whole)
  for (const other of ['2', '3', '4']) repository.remove(other)

  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
})

test('a block that claims to be shorter than its own head ends no scan', async () => {
  const torn = makeBam(['T0000002'])
  torn.writeUInt16LE(5, 16)
  repository.add('T0000002.bam', torn)
  expect(await problems()).toEqual(['T0000002.bam is damaged at byte 0'])
})

test('a named pipe, a huge file and an unreadable file do not hold up a scan', async () => {
  execFileSync('mkfifo', [repository.place('pipe.dvc'), repository.place('T0000002.bam')])
  repository.write('T0000002.bam.dvc', output(`${someMd5}\n  path: T0000002.bam`))
  repository.write('giant.dvc', Buffer.alloc(9_000_000, '#'))
  repository.write('own.dvc', output(`${someMd5}\n  path: x.bam`))
  chmodSync(repository.place('own.dvc'), 0)
  // Root may read everything.
  const isRoot = process.getuid?.() === 0

  expect(await problems()).toEqual([
    isRoot
      ? '2 BAM files belong to no sample here, such as T0000002.bam, x.bam'
      : 'A BAM file belongs to no sample here: T0000002.bam',
    'giant.dvc is 9 MB large; up to 0.5 MB are read',
    ...(isRoot ? [] : ['own.dvc cannot be read: permission is denied']),
  ])
})

test('a configuration of DVC with a long line is read at once', async () => {
  const spaces = ' '.repeat(400_000)
  repository.write('.dvc/config', `[core]\nremote =${spaces}x\u2028x\n`)
  await expectWithin(10_000, async () => expect(await problems()).toEqual([]))
})

test('names and texts made to break what shows or keeps them come through harmless', async () => {
  repository.write('a.dvc', output(`${someMd5}\n  path: "x\\0y.bam"`))
  repository.write('b.dvc', output(`${someMd5}\n  path: "x\\ud800.bam"`))
  repository.write('c.dvc', output(`${someMd5}\n  path: "${'x/'.repeat(700)}y.bam"`))
  repository.write('d.dvc', output(`${someMd5}\n  path: "x\\u202emab.bam"`))
  repository.write('e.dvc', output(`${someMd5}\n  path: ok.bam\n  size: -5\n  remote: "\\0"`))
  repository.write('f\n<b>.dvc', 'x')
  repository.write(
    `g.dvc`,
    `outs:\n- path: ok.bam\n  ${someMd5}\n  __proto__: {path: polluted}\n- path: ok.bam\n  ${someMd5}\n`,
  )
  writeFileSync(
    Buffer.concat([Buffer.from(repository.place('bad-')), Buffer.from([0xff]), Buffer.from('.dvc')]),
    'outs: []',
  )
  expect(await problems()).toEqual([
    '2 BAM files belong to no sample here, such as ok.bam, ok.bam',
    'a.dvc names a file with signs that no name should have',
    'b.dvc names a file with signs that no name should have',
    'bad-\ufffd.dvc has a name that is not UTF-8',
    'c.dvc names a file with a path too long to be kept',
    'd.dvc names a file with signs that no name should have',
    'f\ufffd<b>.dvc is no file that DVC wrote',
    'ok.bam is named twice in g.dvc',
  ])
})

test('a folder whose path is long in bytes is reported, and ends no scan', async () => {
  const signs = Array.from({ length: 1000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('')
  repository.write('a.dvc', output(`md5: ${'0'.repeat(32)}.dir\n  path: ${signs}`))

  const [message, ...others] = await problems()

  expect(others).toEqual([])
  expect(message).toContain('is a folder whose list of files is in neither cache nor remote')
  expect(message?.startsWith(signs.slice(0, 300))).toBe(true)
})

test('a folder that is too deep, or whose path is too long, is reported with the limit, and the others are read', async () => {
  repository.write(`${'d/'.repeat(51)}x.bam.dvc`, '')
  repository.write(`${`${'l'.repeat(200)}/`.repeat(6)}x.bam.dvc`, '')

  const found = await problems()

  expect(found).toEqual([
    `${'d/'.repeat(50)}d lies deeper than 50 levels, and is not read`,
    expect.stringMatching(/^(l{200}\/){5}l.* has a path of more than 1,024 bytes, and is not read$/),
  ])
})

test('more problems than anybody reads are counted, and the newest hundred shown', async () => {
  for (let n = 0; n < 300; n += 1) repository.write(`bad/${n}.dvc`, '[')
  const status = await scan()
  expect(status).toMatchObject({ samplesLinked: 1, totalErrors: 300, filesProcessed: 301 })
  expect(status.recentErrors).toHaveLength(100)
})

test('a missing repository is reported, and what is known of it stays', async () => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'lims-dvc-'))
  execFileSync('cp', ['-r', repository.folder, elsewhere])
  await scan()
  repository.remove('.')

  expect(await scan()).toMatchObject({
    bamFiles: 1,
    recentErrors: [{ message: 'The data repository is not there.' }],
  })

  execFileSync('cp', [
    '-r',
    path.join(elsewhere, path.basename(repository.folder)),
    path.dirname(repository.folder),
  ])
  expect(await scan()).toMatchObject({ bamFiles: 1, totalErrors: 0 })
  execFileSync('rm', ['-r', elsewhere])
})
