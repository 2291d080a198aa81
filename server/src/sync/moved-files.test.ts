import { beforeEach, expect, test } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scan, messages } = scanning(lab)
beforeEach(() => repository.clear())

const sampleOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample
const update = async (id: string, fields: object) =>
  expect((await lab.post('/samples/update', { id, ...fields })).statusCode).toBe(200)

/** Addresses name the content of a file then, not its path. */
const useRemote = () =>
  repository.write('.dvc/config', '[core]\n    remote = lab\n[\'remote "lab"\']\n    url = s3://lab\n')

const bam = makeBam(['T0000001'])
function move(from: string, to: string, content = bam) {
  repository.remove(`${from}.dvc`)
  repository.add(to, content)
}

async function linked({ name = 'NB-1', content = bam, path = 'a/T0000001.bam', subject_id = 'P001' } = {}) {
  const { id } = await lab.addSample({ alias: 'T0000001', name, subject_id })
  repository.add(path, content)
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  return id
}

test('a linked file that moves is followed where its address stays the same', async () => {
  useRemote()
  const id = await linked()
  const { bamFileUri } = await sampleOf(id)
  move('a/T0000001.bam', 'final/T0000001.bam')

  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })

  expect(await sampleOf(id)).toMatchObject({ bamFileUri, metadata: { bamPath: 'final/T0000001.bam' } })
})

test('a linked file that moves is followed where another file fits its sample too', async () => {
  const id = await linked()
  repository.add('b/T0000001.dedup.bam', makeBam(['T0000001'], { contigs: 2 }))
  await scan()
  move('a/T0000001.bam', 'final/T0000001.bam')

  expect(await scan()).toMatchObject({ samplesLinked: 1 })

  expect((await sampleOf(id)).bamFileUri).toBe('final/T0000001.bam')
  await scan()
  expect(await messages()).toEqual([
    'b/T0000001.dedup.bam fits NB-1 (T0000001), which already has final/T0000001.bam',
  ])
})

test('a copy that an earlier scan found is linked once the linked file is gone', async () => {
  const id = await linked()
  repository.add('final/T0000001.bam', bam)
  expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 0 })
  expect((await sampleOf(id)).bamFileUri).toBe('a/T0000001.bam')
  repository.remove('a/T0000001.bam.dvc')

  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  expect((await sampleOf(id)).bamFileUri).toBe('final/T0000001.bam')
  expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 0 })
})

test('a link whose file has moved is in doubt once the subject of its sample is not that of the header', async () => {
  useRemote()
  const content = makeBam(['P001'])
  const id = await linked({ content })
  const { bamFileUri } = await sampleOf(id)
  move('a/T0000001.bam', 'final/T0000001.bam', content)
  await scan()
  await update(id, { subjectId: 'P002' })
  await scan()
  const why = 'final/T0000001.bam is of NB-1 (T0000001) by its path, but of P001 by its header'
  expect(await sampleOf(id)).toMatchObject({ bamFileUri: null, metadata: { bamDoubt: why } })

  await update(id, { subjectId: 'P001' })
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  expect((await sampleOf(id)).bamFileUri).toBe(bamFileUri)
})

test('a file that moves while its sample gets another subject leaves the link in doubt', async () => {
  useRemote()
  const content = makeBam(['P001'])
  const id = await linked({ content })
  move('a/T0000001.bam', 'final/T0000001.bam', content)
  await update(id, { subjectId: 'P002' })
  for (let n = 0; n < 2; n += 1) {
    expect(await scan()).toMatchObject({ samplesLinked: 0 })
    expect(await sampleOf(id)).toMatchObject({
      bamFileUri: null,
      version: 4,
      metadata: {
        bamDoubt:
          'a/T0000001.bam is now final/T0000001.bam, which is of NB-1 (T0000001) by its path, but of P001 by its header',
      },
    })
  }

  await update(id, { subjectId: 'P001' })
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
})

test('of two samples that exchange their names while the file moves, only the one it names now has its address', async () => {
  useRemote()
  const content = makeBam()
  const id = await linked({ name: 'NB-P001', content, path: 'a/NB-P001.bam' })
  const other = await lab.addSample({ alias: 'T0000002', name: 'NB-P002' })
  const { bamFileUri } = await sampleOf(id)
  move('a/NB-P001.bam', 'final/NB-P001.bam', content)
  await update(id, { name: 'NB-P002' })
  await update(other.id, { name: 'NB-P001' })

  expect(await scan()).toMatchObject({ samplesLinked: 1 })

  expect((await sampleOf(other.id)).bamFileUri).toBe(bamFileUri)
  expect(await sampleOf(id)).toMatchObject({
    bamFileUri: null,
    metadata: { bamDoubt: 'a/NB-P001.bam is now final/NB-P001.bam, which does not name NB-P002 (T0000001)' },
  })
})

test('a linked file that is gone keeps its address where the same content fits no sample', async () => {
  useRemote()
  const content = makeBam()
  const id = await linked({ content })
  const { bamFileUri } = await sampleOf(id)
  move('a/T0000001.bam', 'archive/lane7.bam', content)
  await scan()
  expect((await sampleOf(id)).bamFileUri).toBe(bamFileUri)
  expect(await messages()).toContain(
    'a/T0000001.bam is no longer in the repository, and NB-1 (T0000001) still names it',
  )
})

const copy = makeBam(['T0000001'], { contigs: 2 })

test('a linked file that one scan misses is not replaced by one with other content, and followed when it is found', async () => {
  const id = await linked({ path: 'z/T0000001.bam' })
  repository.add('old/T0000001.bam', copy)
  await scan()
  // The middle of `git pull`: the folder is moved while the tree is walked.
  repository.remove('z/T0000001.bam.dvc')
  expect(await scan()).toMatchObject({ samplesLinked: 0 })
  expect((await messages()).sort()).toEqual([
    'old/T0000001.bam fits NB-1 (T0000001), whose z/T0000001.bam was not found: linked by the next scan if that does not find it either',
    'z/T0000001.bam is no longer in the repository, and NB-1 (T0000001) still names it',
  ])
  repository.add('a/T0000001.bam', bam)

  expect(await scan()).toMatchObject({ samplesLinked: 1 })

  expect((await sampleOf(id)).bamFileUri).toBe('a/T0000001.bam')
  expect(await messages()).toEqual([
    'old/T0000001.bam fits NB-1 (T0000001), which already has a/T0000001.bam',
  ])
})

test('a linked file that a second scan does not find either is replaced by the only one that fits', async () => {
  const id = await linked()
  repository.add('new/T0000001.bam', copy)
  await scan()
  repository.remove('a/T0000001.bam.dvc')
  expect(await scan()).toMatchObject({ samplesLinked: 0 })

  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })

  expect((await sampleOf(id)).bamFileUri).toBe('new/T0000001.bam')
})

test('of two files that fit a sample, one that a single scan misses does not make the other its file', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  repository.add('a/T0000001.bam', bam)
  repository.add('b/T0000001.bam', copy)
  await scan()
  repository.remove('a/T0000001.bam.dvc')
  expect(await scan()).toMatchObject({ samplesLinked: 0 })
  expect(await messages()).toEqual(['b/T0000001.bam fits NB-1 (T0000001), and so does a/T0000001.bam'])
  repository.add('z/T0000001.bam', bam)
  expect(await scan()).toMatchObject({ samplesLinked: 0, totalErrors: 2 })
  repository.remove('z/T0000001.bam.dvc')
  await scan()
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })
  expect((await sampleOf(id)).bamFileUri).toBe('b/T0000001.bam')
})
