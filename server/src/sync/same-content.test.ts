import { beforeEach, expect, test } from 'vitest'
import { makeDataRepository, md5Of } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'
import { unaudited } from '../../test/unaudited.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scan, messages } = scanning(lab)
beforeEach(() => {
  repository.clear()
  repository.write(
    '.dvc/config',
    '[core]\n    remote = lab\n[\'remote "lab"\']\n    url = s3://brain-data/dvc\n',
  )
})

const sampleOf = async ({ id }: { id: string }) => (await lab.get('/samples/get', { id })).json().sample
const uriOf = async (sample: { id: string }): Promise<string | null> => (await sampleOf(sample)).bamFileUri
const addBoth = async () => ({
  first: await lab.addSample({ alias: 'T0000001', name: 'NB-1' }),
  second: await lab.addSample({ alias: 'T0000002', name: 'NB-2' }),
})
/** A file whose content is in its remote only. */
const addFar = (tube: string, content: string) =>
  repository.write(
    `runs/${tube}.bam.dvc`,
    `outs:\n- md5: ${md5Of(content)}\n  hash: md5\n  path: ${tube}.bam\n`,
  )
const addressOf = (content: string) => {
  const md5 = md5Of(content)
  return `s3://brain-data/dvc/files/md5/${md5.slice(0, 2)}/${md5.slice(2)}`
}
const secondIsCopy =
  'runs/T0000002.bam fits NB-2 (T0000002), but has the same content as runs/T0000001.bam, which fits NB-1 (T0000001)'

test('one content under the names of two samples is reported and linked to neither, until a person or the repository says whose it is', async () => {
  const { first, second } = await addBoth()
  addFar('T0000001', 'of the first')
  addFar('T0000002', 'of the first')

  expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 2 })

  expect(await messages()).toEqual([
    'runs/T0000001.bam fits NB-1 (T0000001), but has the same content as runs/T0000002.bam, which fits NB-2 (T0000002)',
    secondIsCopy,
  ])
  expect([await uriOf(first), await uriOf(second)]).toEqual([null, null])

  const { version } = await sampleOf(first)
  const bamFileUri = addressOf('of the first')
  await lab.post('/samples/update', { id: first.id, version, bamFileUri })
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 1 })
  expect(await messages()).toEqual([secondIsCopy])

  addFar('T0000002', 'of the second')
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  expect([await uriOf(first), await uriOf(second)]).toEqual([bamFileUri, addressOf('of the second')])
})

test('contents that are here and name the subject of both samples are reported likewise', async () => {
  for (const alias of ['T0000001', 'T0000002']) {
    await lab.addSample({ alias, subject_id: 'P1' })
    repository.add(`${alias}.bam`, makeBam(['P1']))
  }
  expect(await scan()).toMatchObject({ bamFiles: 2, samplesLinked: 0, totalErrors: 2 })
})

test('a linked file whose content becomes that of another sample puts its own link in doubt, not the other one', async () => {
  const { first, second } = await addBoth()
  addFar('T0000001', 'of the first')
  addFar('T0000002', 'of the second')
  expect(await scan()).toMatchObject({ samplesLinked: 2, totalErrors: 0 })

  addFar('T0000002', 'of the first')
  await scan()

  expect(await messages()).toContain(secondIsCopy)
  expect((await sampleOf(second)).metadata.bamDoubt).toBe(secondIsCopy)
  expect([await uriOf(first), await uriOf(second)]).toEqual([addressOf('of the first'), null])

  addFar('T0000002', 'of the second')
  expect(await scan()).toMatchObject({ totalErrors: 0 })
  expect(await uriOf(second)).toBe(addressOf('of the second'))
})

test('two samples that are linked to one content already, as by earlier versions, are both reported', async () => {
  await addBoth()
  addFar('T0000001', 'of the first')
  addFar('T0000002', 'of the second')
  await scan()
  const md5 = md5Of('of the first')
  await unaudited(lab.db, async (trx) => {
    await trx.updateTable('sample').set({ bam_md5: md5 }).where('alias', '=', 'T0000002').execute()
    await trx.updateTable('data_file').set({ md5 }).execute()
  })

  expect(await scan()).toMatchObject({ totalErrors: 2 })

  expect(await messages()).toEqual([
    'runs/T0000001.bam is linked to NB-1 (T0000001), but has the same content as runs/T0000002.bam, which is linked to NB-2 (T0000002)',
    'runs/T0000002.bam is linked to NB-2 (T0000002), but has the same content as runs/T0000001.bam, which is linked to NB-1 (T0000001)',
  ])
})
