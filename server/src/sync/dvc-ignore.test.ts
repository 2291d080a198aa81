import { symlinkSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { expectTimesAsLong, expectWithin } from '../../../tools/test/compare-times.ts'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'
import { addressOf } from './data-object.ts'
import { readDvcProject } from './dvc-project.ts'
import { walkRepository } from './walk-repository.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scan, messages } = scanning(lab)
beforeEach(() => repository.clear())

const bamPaths = async () =>
  (await lab.db.selectFrom('data_file').select('path').orderBy('path').execute()).map(({ path }) => path)

test('D20 what .dvcignore leaves out is not scanned, with the rules of deeper folders on top', async () => {
  for (const place of ['a/T1', 'old/T2', 'a/old/T3', 'b/T4', 'b/keep/T5', 'b/T6', 'a b/T7']) {
    repository.add(`${place}.bam`, makeBam([place]))
  }
  repository.write('old/broken.dvc', '[')
  repository.write('.dvcignore', '# comment\nold/\r\n/b/T4*\na\\ b/\n*6.bam.dvc\n')
  repository.write('b/.dvcignore', '!T6.bam.dvc\nkeep\n')

  await scan()
  expect(await bamPaths()).toEqual(['a/T1.bam', 'b/T6.bam'])

  repository.remove('.dvcignore')
  await scan()
  expect(await bamPaths()).toHaveLength(6)
})

test('D20 a folder whose .dvcignore cannot be used is reported and not scanned, and what was known of it stays', async () => {
  await lab.addSample({ alias: 'T0000007' })
  for (const place of ['T1', 'runs/T2', 'runs/archive/T0000007']) {
    repository.add(`${place}.bam`, makeBam([place]))
  }
  repository.write('runs/.dvcignore', 'archive\n')
  expect(await scan()).toMatchObject({ bamFiles: 2 })
  repository.write('runs/.dvcignore', `archive\n${'*a'.repeat(11)}b\n`)

  expect(await scan()).toMatchObject({ samplesLinked: 0, bamFiles: 2 })

  expect(await bamPaths()).toEqual(['T1.bam', 'runs/T2.bam'])
  expect((await messages()).join('\n')).toContain(
    `runs/.dvcignore holds a pattern too long to be used: ${'*a'.repeat(11)}b, and nothing in its folder is scanned until it can be used`,
  )
})

test.each([
  ['a/**/b/**/c/**', 2, ''],
  ['a/**/b/**/c/**/d/**/e', 1, 'pattern too long to be used'],
])(
  'D20 with the pattern %s, which takes the longer the deeper a folder is, %i files are known',
  async (pattern, files, message) => {
    repository.add('T1.bam', makeBam(['T1']))
    repository.add('runs/T2.bam', makeBam(['T2']))
    repository.write('runs/.dvcignore', `${pattern}\n`)
    await scan()
    expect(await bamPaths()).toHaveLength(files)
    expect((await messages()).join('\n')).toContain(message)
  },
)

test('D20 the patterns of a .dvcignore are matched in little time, however deep the folders are', async () => {
  const folders = 'a/'.repeat(190)
  repository.add('T1.bam', makeBam(['T1']))
  repository.add(`${folders.slice(0, 40)}T2.bam`, makeBam(['T2']))
  repository.write(`${folders}T3.bam.dvc`, '')
  const walk = (patterns: string) => {
    repository.write('.dvcignore', patterns)
    return [...walkRepository(repository.folder)].map((found) =>
      'problem' in found ? found.problem : 'read',
    )
  }
  expect(walk('')).toEqual(['read', 'read', 'lies deeper than 50 levels, and is not read'])
  await expectWithin(500, () => walk('a/**/a/**/a/**/b\n'))
})

test.each(['.dvc/config.local', '.git/config'])(
  'D20 nothing of %s is shown through a link',
  async (target) => {
    repository.write(target, `session_token = ${'*a'.repeat(11)}b\n`)
    symlinkSync(target, repository.place('.dvcignore'))
    await scan()
    const found = (await messages()).join('\n')
    expect(found).toContain('.dvcignore is a symbolic link to a file of DVC or Git')
    expect(found).not.toContain('session_token')
  },
)

test('D20 a .dvcignore that is a symbolic link to a file of the repository is used', async () => {
  for (const place of ['T1', 'archive/T2', 'runs/T3', 'runs/old/T4']) {
    repository.add(`${place}.bam`, makeBam([place]))
  }
  repository.write('.gitignore', 'archive\n')
  repository.write('rules/runs', 'old\n')
  symlinkSync('.gitignore', repository.place('.dvcignore'))
  symlinkSync('../rules/runs', repository.place('runs/.dvcignore'))

  expect(await scan()).toMatchObject({ bamFiles: 2 })

  expect(await bamPaths()).toEqual(['T1.bam', 'runs/T3.bam'])
  expect((await messages()).join()).not.toContain('.dvcignore')
})

test('D20 a .dvcignore that is a symbolic link out of the repository, or to nothing, closes its folder', async () => {
  for (const place of ['T1', 'a/T2', 'b/T3', 'c/T4']) repository.add(`${place}.bam`, makeBam([place]))
  symlinkSync('/etc/hostname', repository.place('a/.dvcignore'))
  symlinkSync('nothing', repository.place('b/.dvcignore'))
  symlinkSync('.dvcignore', repository.place('c/.dvcignore'))

  expect(await scan()).toMatchObject({ bamFiles: 1 })

  const closed = 'and nothing in its folder is scanned until it can be used'
  expect(await messages()).toEqual(
    expect.arrayContaining([
      `a/.dvcignore is a symbolic link that leads out of the repository, ${closed}`,
      `b/.dvcignore is a symbolic link to nothing, ${closed}`,
      `c/.dvcignore is a symbolic link that cannot be followed, ${closed}`,
    ]),
  )
})

test('D20 an unusable .dvcignore at the top of projects in subfolders is not taken for a disk that is not mounted', async () => {
  repository.remove('.dvc')
  repository.write('sub/.dvc/config', '')
  repository.write(
    'sub/T1.bam.dvc',
    `outs:\n- md5: ${'0'.repeat(32)}\n  size: 5\n  hash: md5\n  path: T1.bam\n`,
  )
  await scan()
  expect(await bamPaths()).toEqual(['sub/T1.bam'])
  repository.write('.dvcignore', `${'*a'.repeat(11)}b\n`)

  await scan()

  expect(await bamPaths()).toEqual(['sub/T1.bam'])
  const found = (await messages()).join('\n')
  expect(found).toContain('.dvcignore holds a pattern too long to be used')
  expect(found).not.toContain('Is its disk mounted?')
})

const output = { path: 'x.bam', md5: '0'.repeat(32), layout: 3, remote: null } as Parameters<
  typeof addressOf
>[2]
const readOddUrl = (length: number) => {
  const url = `s3://a${' '.repeat(length)}b${'/'.repeat(length)}c`
  repository.write('.dvc/config', `[core]\nremote = lab\n['remote "lab"']\nurl = ${url}\n`)
  const project = readDvcProject(repository.folder)
  if (!project || 'problem' in project) throw new Error('The configuration cannot be read')
  addressOf(project, repository.folder, output)
}

test('D20 odd text in the configuration of DVC is read in linear time', async () => {
  // Ten times as long takes a hundred times as long if it is quadratic.
  await expectTimesAsLong({
    base: () => readOddUrl(20_000),
    work: () => readOddUrl(200_000),
    atMostTimes: 40,
    leastMs: 5,
  })
})
