import { beforeEach, expect, test } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scanForFiles, messages } = scanning(lab)
beforeEach(() => repository.clear())

const foundPaths = async () => Object.keys(await scanForFiles())

test('a lock with the line ends of Windows that is too large to be parsed at once is read by pieces', async () => {
  const stages = Array.from({ length: 600 }, (_, n) => {
    const md5 = n.toString(16).padStart(32, '0')
    return `  align@${n}:\n    cmd: ${'x'.repeat(1000)}\n    outs:\n    - path: ${n}.bam\n      md5: ${md5}\n      size: 1\n`
  })
  const lock = `schema: '2.0'\nstages:\n${stages.join('')}`.replaceAll('\n', '\r\n')
  repository.write('dvc.lock', lock)

  expect(await foundPaths()).toHaveLength(600)
  expect((await messages()).filter((message) => message.startsWith('dvc.lock'))).toEqual([])
})

test('a large lock whose stages have names too long for one line with their content is read by pieces', async () => {
  const stages = Array.from({ length: 600 }, (_, n) => {
    const md5 = n.toString(16).padStart(32, '0')
    return `  ? align@${'x'.repeat(1000)}${n}\n  : cmd: x\n    outs:\n    - path: ${n}.bam\n      md5: ${md5}\n      size: 1\n`
  })
  repository.write('dvc.lock', `schema: '2.0'\nstages:\n${stages.join('')}`)

  expect(await foundPaths()).toHaveLength(600)
  expect((await messages()).filter((message) => message.startsWith('dvc.lock'))).toEqual([])
})

test('the error of a plan that cannot be read names the plan, not the lock', async () => {
  const { md5, size } = repository.cache(makeBam(['A']))
  const outs = `    - {path: A.bam, hash: md5, md5: ${md5}, size: ${size}}\n`
  repository.write('p/dvc.lock', `schema: '2.0'\nstages:\n  s:\n    cmd: x\n    outs:\n${outs}`)
  repository.write('p/dvc.yaml', '<<<<<<< HEAD\nstages: {}\n=======\n>>>>>>> other\n')
  expect(await foundPaths()).toEqual([])
  expect(await messages()).toEqual([
    'p/dvc.lock cannot be used: p/dvc.yaml beside it holds merge marks (<<<<<<<): a conflict that was left open',
  ])

  repository.write('p/dvc.yaml', 'stages:\n  s: {cmd: x, outs: [A.bam]}\n')

  expect(await foundPaths()).toEqual(['p/A.bam'])
})
