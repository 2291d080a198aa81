import { beforeEach, expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'
import { addressOf } from './data-object.ts'
import { readDvcProject } from './dvc-project.ts'

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
