import { beforeEach, expect, test } from 'vitest'
import { makeDataRepository, md5Of } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scan, messages } = scanning(lab)
beforeEach(() => repository.clear())

/** As DVC leaves dvc.lock: a stage that was renamed or removed in dvc.yaml stays in it, before the others. */
function lock(...stages: [name: string, out: string, bam: Buffer][]) {
  const written = stages.map(([name, out, bam]) => {
    const { md5, size } = repository.cache(bam)
    return `  ${name}:\n    cmd: x\n    outs:\n    - {path: ${out}, hash: md5, md5: ${md5}, size: ${size}}\n`
  })
  repository.write('dvc.lock', `schema: '2.0'\nstages:\n${written.join('')}`)
}

const plan = (stages: string) => repository.write('dvc.yaml', `stages:\n${stages}`)
const sampleOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample
const content = (name: string, contigs: number) => makeBam([name], { contigs })

test('a sample gets the file of a renamed stage, not that of the former one', async () => {
  const { id } = await lab.addSample({ name: 'PB-1' })
  plan('  align: {cmd: x, outs: [PB-1.bam]}\n')
  lock(['align', 'PB-1.bam', content('PB-1', 1)])
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })

  plan('  align-again: {cmd: y, outs: [PB-1.bam]}\n')
  lock(['align', 'PB-1.bam', content('PB-1', 1)], ['align-again', 'PB-1.bam', content('PB-1', 2)])
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })

  expect((await sampleOf(id)).metadata).toMatchObject({ bamMd5: md5Of(content('PB-1', 2)) })
})

test('a sample gets the file of the stage that replaces another, also in another folder', async () => {
  const { id } = await lab.addSample({ name: 'PB-2' })
  plan('  align: {foreach: [PB-2], do: {cmd: x}}\n')
  lock(['align@PB-2', 'aligned/PB-2.bam', content('PB-2', 1)])
  await scan()

  plan('  call: {foreach: [PB-2], do: {cmd: y}}\n')
  lock(
    ['align@PB-2', 'aligned/PB-2.bam', content('PB-2', 1)],
    ['call@PB-2', 'called/PB-2.bam', content('PB-2', 2)],
  )
  await scan()
  expect(await scan()).toMatchObject({ totalErrors: 0 })

  expect((await sampleOf(id)).bamFileUri).toBe('called/PB-2.bam')
})

test('the file of a sample that was taken out of the stages is reported as gone', async () => {
  await lab.addSample({ name: 'PB-3' })
  plan('  align: {foreach: [PB-3, PB-4], do: {cmd: x}}\n')
  lock(['align@PB-3', 'PB-3.bam', content('PB-3', 1)], ['align@PB-4', 'PB-4.bam', content('PB-4', 1)])
  await scan()

  plan('  align: {foreach: [PB-4], do: {cmd: x}}\n')
  await scan()

  expect(await messages()).toContainEqual(
    expect.stringMatching(/^PB-3\.bam is no longer in the repository, and PB-3 \(/),
  )
})
